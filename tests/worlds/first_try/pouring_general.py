"""Pouring with any number of glasses (after a well known exercise)."""

from itertools import permutations

import introplan as ip

CAPACITIES = (4, 9, 7)
TARGET = 5


class PourProblem:
    def __init__(self, initial, goal, sizes):
        self.initial, self.goal, self.sizes = initial, goal, sizes

    def actions(self, state):
        glasses = range(len(state))
        return (
            [("Fill", i) for i in glasses if state[i] < self.sizes[i]]
            + [("Dump", i) for i in glasses if state[i]]
            + [("Pour", i, j) for i, j in permutations(glasses, 2) if state[i] and state[j] < self.sizes[j]]
        )

    def result(self, state, action):
        result = list(state)
        act, i, *rest = action
        if act == "Fill":
            result[i] = self.sizes[i]
        elif act == "Dump":
            result[i] = 0
        elif act == "Pour":
            (j,) = rest
            amount = min(state[i], self.sizes[j] - state[j])
            result[i] -= amount
            result[j] += amount
        return tuple(result)

    def is_goal(self, state):
        return self.goal in state

    def action_cost(self, s, action, s1):
        if action[0] == "Fill":
            return self.sizes[action[1]] - s[action[1]]
        return 0.5


def make():
    return ip.from_problem(PourProblem((0, 0, 0), TARGET, CAPACITIES))
