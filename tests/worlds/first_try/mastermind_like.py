"""A safe with three dials that turn each other, written with divmod on one number."""

import introplan as ip

BASE = 6
COMBINATION = 4 * 36 + 1 * 6 + 5


def digits(n):
    out = []
    for _ in range(3):
        n, d = divmod(n, BASE)
        out.insert(0, d)
    return out


def number(ds):
    total = 0
    for d in ds:
        total = total * BASE + d
    return total


TURNS = {"left": (1, 1, 0), "middle": (0, 1, -1), "right": (0, 0, 1), "all": (1, 1, 1)}


def transition(n, action):
    return number([(d + t) % BASE for d, t in zip(digits(n), TURNS[action])])


def reward(n, action, after):
    return int(after == COMBINATION)


def make():
    return ip.program(actions=tuple(TURNS), transition=transition, reward=reward).task(0)
