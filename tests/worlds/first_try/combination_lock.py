"""A lock with three dials, turned up and down, forbidden combinations; itertools for moves."""

from itertools import product

import introplan as ip

FORBIDDEN = {(0, 0, 2), (1, 0, 2), (2, 1, 2), (0, 3, 2)}
TARGET = (1, 3, 2)
ACTIONS = list(product(range(3), (-1, 1)))


def turn(dials, action):
    dial, delta = action
    new = tuple((d + delta) % 4 if i == dial else d for i, d in enumerate(dials))
    if new in FORBIDDEN:
        raise RuntimeError("alarm")
    return new


def make():
    world = ip.program(
        actions=ACTIONS,
        transition=turn,
        reward=lambda s, a, s2: 5 if s2 == TARGET else -1,
        terminal=lambda s, a, s2: s2 == TARGET,
    )
    return world.task((0, 0, 0))
