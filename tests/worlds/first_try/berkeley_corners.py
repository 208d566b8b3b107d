"""The corners problem of a course on search: getStartState, isGoalState, getSuccessors."""

import introplan as ip

WALLS = """
%%%%%%%%
%c    c%
% %%%% %
%   P% %
%c%   c%
%%%%%%%%
""".split()


class Directions:
    NORTH = "North"
    SOUTH = "South"
    EAST = "East"
    WEST = "West"


class Actions:
    _directions = {
        Directions.NORTH: (0, 1),
        Directions.SOUTH: (0, -1),
        Directions.EAST: (1, 0),
        Directions.WEST: (-1, 0),
    }

    @staticmethod
    def directionToVector(direction, speed=1.0):
        dx, dy = Actions._directions[direction]
        return (dx * speed, dy * speed)


class Layout:
    def __init__(self, text):
        lines = ["".join(" " if ch == "_" else ch for ch in line) for line in text]
        self.height = len(lines)
        self.width = len(lines[0])
        self.walls = [[False] * self.height for _ in range(self.width)]
        self.corners = []
        for row, line in enumerate(lines):
            for x, ch in enumerate(line):
                y = self.height - 1 - row
                self.walls[x][y] = ch == "%"
                if ch == "P":
                    self.start = (x, y)
                if ch == "c":
                    self.corners.append((x, y))


LAYOUT = Layout([
    "%%%%%%%%",
    "%c____c%",
    "%_%%%%_%",
    "%___P%_%",
    "%c%___c%",
    "%%%%%%%%",
])


class CornersProblem:
    def __init__(self, layout):
        self.walls = layout.walls
        self.startingPosition = layout.start
        self.corners = tuple(layout.corners)
        self._expanded = 0

    def getStartState(self):
        return (self.startingPosition, tuple(False for _ in self.corners))

    def isGoalState(self, state):
        return all(state[1])

    def getSuccessors(self, state):
        successors = []
        (x, y), visited = state
        for action in [Directions.NORTH, Directions.SOUTH, Directions.EAST, Directions.WEST]:
            dx, dy = Actions.directionToVector(action)
            nextx, nexty = int(x + dx), int(y + dy)
            if not self.walls[nextx][nexty]:
                seen = list(visited)
                if (nextx, nexty) in self.corners:
                    seen[self.corners.index((nextx, nexty))] = True
                successors.append((((nextx, nexty), tuple(seen)), action, 1))
        self._expanded += 1
        return successors

    def getCostOfActions(self, actions):
        return len(actions)


def make():
    return ip.from_problem(CornersProblem(LAYOUT))
