"""Chinese postman: each street once at least; edges in a bit mask; namedtuple edges."""

from collections import namedtuple

import introplan as ip

Street = namedtuple("Street", ["a", "b", "length"])
STREETS = [
    Street("p", "q", 2), Street("q", "r", 3), Street("r", "s", 1), Street("s", "p", 4),
    Street("p", "r", 5), Street("s", "t", 2), Street("t", "r", 2),
]


class Postman:
    def __init__(self, depot="p"):
        self.depot = depot
        self.all = 2 ** len(STREETS) - 1
        self.initial = (depot, 0)

    def successor(self, state):
        corner, walked = state
        found = []
        for i, street in enumerate(STREETS):
            if corner == street.a:
                found.append((i, (street.b, walked | 1 << i)))
            elif corner == street.b:
                found.append((i, (street.a, walked | 1 << i)))
        return found

    def actions(self, state):
        return [i for i, _ in self.successor(state)]

    def result(self, state, action):
        return dict(self.successor(state))[action]

    def goal_test(self, state):
        return state == (self.depot, self.all)

    def path_cost(self, c, s, action, s2):
        return c + STREETS[action].length


def make():
    return ip.from_problem(Postman())
