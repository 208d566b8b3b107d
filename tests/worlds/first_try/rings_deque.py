"""Two rings of beads as deques that share a bead; rotate until each is of one colour."""

from collections import deque

import introplan as ip


class Rings:
    def __init__(self):
        self.left = deque("RRBR")
        self.right = deque("RBBB")
        self.sync()

    def sync(self):
        self.right[0] = self.left[0]

    def rotate(self, ring, turns):
        if ring == "left":
            self.left.rotate(turns)
            self.right[0] = self.left[0]
        else:
            self.right.rotate(turns)
            self.left[0] = self.right[0]

    def mixed(self):
        return sum(1 for bead in list(self.left)[1:] if bead != "R")


def transition(rings, action):
    rings.rotate(*action)
    return rings


def make():
    world = ip.program(
        actions=[("left", 1), ("left", -1), ("right", 1), ("right", -1)],
        transition=transition,
        reward=lambda s, a, s2: 1 if s2.mixed() == 0 else 0,
    )
    return world.task(Rings())
