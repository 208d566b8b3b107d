"""The travelling salesman with coordinates and distances by math."""

import math

import introplan as ip

CITIES = {"A": (0, 0), "B": (3, 4), "C": (6, 0), "D": (3, -2), "E": (8, 4), "F": (1, 7)}


def distance(a, b):
    (x1, y1), (x2, y2) = CITIES[a], CITIES[b]
    return math.sqrt((x1 - x2) ** 2 + (y1 - y2) ** 2)


class TSP:
    def __init__(self, home="A"):
        self.home = home
        self.initial = (home, frozenset([home]))

    def actions(self, state):
        here, visited = state
        rest = [c for c in CITIES if c not in visited]
        if rest:
            return rest
        return [self.home]

    def result(self, state, action):
        here, visited = state
        return (action, visited | {action})

    def goal_test(self, state):
        here, visited = state
        return here == self.home and len(visited) == len(CITIES)

    def path_cost(self, c, state1, action, state2):
        return c + distance(state1[0], state2[0])


def make():
    return ip.from_problem(TSP())
