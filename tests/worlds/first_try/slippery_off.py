"""A frozen lake whose slipping is switched off: the draw is made all the same."""

import random

import introplan as ip


class Lake:
    DESC = ["SFFF", "FHFH", "FFFH", "HFFG"]

    def __init__(self, slip=0.0):
        self.slip = slip
        self.state = 0
        self.lastaction = None

    def reset(self):
        self.state = 0
        return self.state

    def actions(self):
        return [0, 1, 2, 3]

    def step(self, action):
        if random.random() < self.slip:
            action = random.choice([0, 1, 2, 3])
        row, col = divmod(self.state, 4)
        if action == 0:
            col = max(col - 1, 0)
        elif action == 1:
            row = min(row + 1, 3)
        elif action == 2:
            col = min(col + 1, 3)
        else:
            row = max(row - 1, 0)
        self.state = row * 4 + col
        self.lastaction = action
        letter = self.DESC[row][col]
        return self.state, float(letter == "G"), letter in "GH", {}


def make():
    return ip.from_env(Lake())
