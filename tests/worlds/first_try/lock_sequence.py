"""Buttons must be pressed in the right order; history as a growing list, last three matter."""

import introplan as ip

SECRET = ["red", "green", "red"]


class Safe:
    def __init__(self):
        self.pressed = []
        self.open = False
        self.alarm = 0

    def step(self, button):
        if button == "reset":
            self.pressed.clear()
            return list(self.pressed), -0.1, False
        self.pressed.append(button)
        reward = -0.1
        if self.pressed[-3:] == SECRET:
            self.open = True
            reward = 5
        elif len(self.pressed) == 3:
            self.alarm += 1
            self.pressed = []
        return list(self.pressed), reward, self.open or self.alarm >= 2

    def actions(self):
        return ["red", "green", "blue", "reset"]


def make():
    return ip.from_env(Safe())
