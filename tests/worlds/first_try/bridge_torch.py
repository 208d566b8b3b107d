"""Bridge and torch: who is on the near side, where the torch is; crossing costs minutes."""

from itertools import combinations

import introplan as ip

MINUTES = {"A": 1, "B": 2, "C": 5, "D": 10}
ALL = frozenset(MINUTES)


class Bridge:
    def __init__(self):
        self.initial = (ALL, "near")

    def actions(self, state):
        near, torch = state
        side = near if torch == "near" else ALL - near
        people = sorted(side)
        return [(p,) for p in people] + list(combinations(people, 2))

    def result(self, state, action):
        near, torch = state
        if torch == "near":
            return near - set(action), "far"
        return near | set(action), "near"

    def goal_test(self, state):
        return not state[0]

    def path_cost(self, c, state1, action, state2):
        return c + max(MINUTES[p] for p in action)


def make():
    return ip.from_problem(Bridge())
