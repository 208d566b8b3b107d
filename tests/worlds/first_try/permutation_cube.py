"""A flat 2x3 cube as a string; turns are permutations of its letters."""

import introplan as ip

SOLVED = "AABBCCDDEEFF"
TURNS = {
    "left": (4, 1, 0, 3, 8, 5, 2, 7, 6, 9, 10, 11),
    "right": (0, 5, 2, 1, 4, 9, 6, 3, 8, 7, 10, 11),
    "back": (0, 1, 2, 10, 4, 5, 6, 11, 8, 9, 7, 3),
}


def turn(cube: str, name: str) -> str:
    return "".join(cube[i] for i in TURNS[name])


def scramble(names):
    cube = SOLVED
    for name in names:
        cube = turn(cube, name)
    return cube


class Cube:
    def __init__(self, initial):
        self.initial = initial
        self.goal = SOLVED

    def actions(self, state):
        return list(TURNS)

    def result(self, state, action):
        return turn(state, action)

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + 1


def make():
    return ip.from_problem(Cube(scramble(["left", "back", "right", "right", "left", "back"])))
