"""The two-and-more-room vacuum world as a subclass of Problem, after the textbook."""

import introplan as ip


class Problem:
    def __init__(self, initial, goal=None):
        self.initial = initial
        self.goal = goal

    def actions(self, state):
        raise NotImplementedError

    def result(self, state, action):
        raise NotImplementedError

    def goal_test(self, state):
        if isinstance(self.goal, list):
            return state in self.goal
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + 1


class VacuumProblem(Problem):
    """State: (location, (dirt, dirt, ...))."""

    def __init__(self, rooms=5):
        super().__init__((2, (True,) * rooms))
        self.rooms = rooms

    def actions(self, state):
        location, dirt = state
        possible = ["Suck"]
        if location > 0:
            possible.append("Left")
        if location < self.rooms - 1:
            possible.append("Right")
        return possible

    def result(self, state, action):
        location, dirt = state
        if action == "Left":
            return (location - 1, dirt)
        if action == "Right":
            return (location + 1, dirt)
        dirt = list(dirt)
        dirt[location] = False
        return (location, tuple(dirt))

    def goal_test(self, state):
        return not any(state[1])


def make():
    return ip.from_problem(VacuumProblem())
