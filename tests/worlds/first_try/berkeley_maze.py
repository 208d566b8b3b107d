"""A maze in the style of a course assignment: getStartState, isGoalState, getSuccessors."""

import introplan as ip

LAYOUT = [
    "%%%%%%%%%%%",
    "%P  %     %",
    "% % % %%% %",
    "% %   %   %",
    "% %%% % % %",
    "%   %   %.%",
    "%%%%%%%%%%%",
]


class Directions:
    NORTH = "North"
    SOUTH = "South"
    EAST = "East"
    WEST = "West"


class Actions:
    _directions = {
        Directions.NORTH: (0, -1),
        Directions.SOUTH: (0, 1),
        Directions.EAST: (1, 0),
        Directions.WEST: (-1, 0),
    }

    @staticmethod
    def directionToVector(direction, speed=1.0):
        dx, dy = Actions._directions[direction]
        return (dx * speed, dy * speed)


class PositionSearchProblem:
    def __init__(self, layout):
        self.walls = [[char == "%" for char in row] for row in layout]
        for y, row in enumerate(layout):
            for x, char in enumerate(row):
                if char == "P":
                    self.startState = (x, y)
                if char == ".":
                    self.goal = (x, y)
        self._visited, self._visitedlist, self._expanded = {}, [], 0

    def getStartState(self):
        return self.startState

    def isGoalState(self, state):
        return state == self.goal

    def getSuccessors(self, state):
        successors = []
        for action in [Directions.NORTH, Directions.SOUTH, Directions.EAST, Directions.WEST]:
            x, y = state
            dx, dy = Actions.directionToVector(action)
            nextx, nexty = int(x + dx), int(y + dy)
            if not self.walls[nexty][nextx]:
                nextState = (nextx, nexty)
                successors.append((nextState, action, 1))
        self._expanded += 1
        if state not in self._visited:
            self._visited[state] = True
            self._visitedlist.append(state)
        return successors

    def getCostOfActions(self, actions):
        return len(actions)


def make():
    return ip.from_problem(PositionSearchProblem(LAYOUT))
