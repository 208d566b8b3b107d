"""Three jugs as a NamedTuple, one step function."""

from typing import NamedTuple

import introplan as ip

SIZES = (8, 5, 3)


class Jugs(NamedTuple):
    big: int
    middle: int
    small: int


ACTIONS = [(i, j) for i in range(3) for j in range(3) if i != j]


def step(state, action):
    i, j = action
    levels = list(state)
    amount = min(levels[i], SIZES[j] - levels[j])
    if amount == 0:
        return None
    levels[i] -= amount
    levels[j] += amount
    after = Jugs(*levels)
    return after, -amount, after.big == after.middle == 4


def make():
    return ip.program(actions=ACTIONS, step=step).task(Jugs(8, 0, 0))
