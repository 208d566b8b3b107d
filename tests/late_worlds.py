# mypy: ignore-errors
"""Worlds that show their true nature only far from the start, where no sample ever comes."""

from __future__ import annotations

import enum
from decimal import Decimal
from fractions import Fraction

import numpy as np

import introplan as ip

SIDE = 20
STEPS = {"l": (-1, 0), "r": (1, 0), "u": (0, 1), "d": (0, -1), "hit": (0, 0)}
WORLDS = {}


def _late(name, start, change, pays, *, best=5):
    """A walk to (17, 17), where hitting changes the third part; back at x = 0 that is paid."""

    def transition(s, a):
        x, y, part = s
        if a == "hit":
            return (x, y, change(part)) if (x, y) == (17, 17) else s
        dx, dy = STEPS[a]
        return min(SIDE - 1, max(0, x + dx)), min(SIDE - 1, max(0, y + dy)), part

    def reward(s, a, s2):
        return best if s2[0] == 0 and pays(s2[2]) else 0

    model = ip.program(actions=list(STEPS), transition=transition, reward=reward, name=name)
    WORLDS[name] = model.task((0, 0, start))


_late("a set grows late", frozenset({1}), lambda k: k | {7}, lambda k: 7 in k)
_late("a tuple grows late", (), lambda k: (*k[:1], 7), lambda k: len(k) == 2)
_late("something becomes nothing", (1, 2), lambda k: None, lambda k: k is None)
_late("nothing becomes a number", None, lambda k: 3, lambda k: k == 3)
_late("a number gets a point", 1, lambda k: 2.5, lambda k: k > 2)
_late("False becomes a number", False, lambda k: 2, lambda k: k == 2)
_late("a number becomes False", 4, lambda k: False, lambda k: k is False)
_late("numpy pays", 0, lambda k: 1, lambda k: k == 1, best=np.int64(7))
_late("a fraction pays", 0, lambda k: 1, lambda k: k == 1, best=Fraction(9, 2))
_late("a decimal pays", 0, lambda k: 1, lambda k: k == 1, best=Decimal("4.25"))


def _world(name, start, actions, transition, reward, **extra):
    model = ip.program(actions=actions, transition=transition, reward=reward, name=name)
    WORLDS[name] = model.task(start, **extra)


class Color(str, enum.Enum):  # noqa: UP042 - as people write it
    """Words that are an enum."""

    RED = "red"
    BLUE = "blue"


def _painted(s, a):
    color, n = s
    if a == "paint":
        return (Color.RED if color == "blue" else Color("blue")), n
    return color, (n + 1) % 300


_world(
    "an enum of words",
    (Color.BLUE, 0),
    ["paint", "on"],
    _painted,
    lambda s, a, s2: 1 if s2[0] == "red" and s2[1] == 299 else 0,
)


def _mixed(s, a):
    x, y = s
    if a is True:
        return x, (y + 1) % 13
    return ((x + 5) % 11 if isinstance(a, float) else (x + int(a)) % 11), y


_world(
    "actions that are equal and not the same",
    (0, 0),
    [1, True, 2.0, 2, "1"],
    _mixed,
    lambda s, a, s2: 4 if s2 == (10, 9) and a is True else 0,
)


def _walled(s, a):
    dx, dy = STEPS[a]
    x, y = s[0] + dx, s[1] + dy
    is_wall = max(abs(x - 10), abs(y - 10)) == 2
    return s if is_wall or not (0 <= x < 40 and 0 <= y < 40) else (x, y)


_world(
    "the best place is walled in",
    (0, 0),
    ["l", "r", "u", "d"],
    _walled,
    lambda s, a, s2: 100 if s2 == (10, 10) else 10 if s2 == (30, 30) else 0,
)


def _offers(s):
    return ["on"] if s < 30 else ["finish"] if s < 31 else []


_world(
    "an action that is not always offered",
    0,
    _offers,
    lambda s, a: s + 1,
    lambda s, a, s2: 1 if s2 == 31 else 0,
)


def _divided(s, a):
    s = s.copy()
    s[a // 2] = min(9, max(0, s[a // 2] + (1 if a % 2 else -1)))
    return s


_world(
    "numpy divides by zero",
    np.array([3, 3]),
    [0, 1, 2, 3],
    _divided,
    lambda s, a, s2: 3 if s2[0] // s2[1] == 0 and s2[0] > 7 else 0,
)


def _wrapped(s, a):
    s = s.copy()
    s[0] = s[0] + np.uint8(1) if a == "up" else s[0] - np.uint8(1)
    return s


_world(
    "small cells wrap around",
    np.array([3], dtype=np.uint8),
    ["up", "down"],
    _wrapped,
    lambda s, a, s2: 1 if s2[0] == 250 else 0,
)


def _flipped(s, a):
    s = s.copy()
    s[a] = not s[a]
    return s


_world(
    "numpy adds truth values",
    np.zeros(5, dtype=bool),
    list(range(5)),
    _flipped,
    lambda s, a, s2: 2 if s2[0] + s2[1] == 1 and s2[0] and s2[1] and s2[4] else 0,
)


TILES = (1, 2, 3, 4, 5, 0)


def _slid(s, a):
    hole = s.index(0)
    if abs(hole // 3 - a // 3) + abs(hole % 3 - a % 3) != 1:
        raise ValueError("not beside the hole")
    cells = list(s)
    cells[hole], cells[a] = cells[a], 0
    return tuple(cells)


_world(
    "tiles that slide",
    (4, 1, 2, 5, 3, 0),
    list(range(6)),
    _slid,
    lambda s, a, s2: 1 if s2 == TILES else 0,
)
_world(
    "tiles that slide, two of them exchanged",
    (2, 1, 3, 4, 5, 0),
    list(range(6)),
    _slid,
    lambda s, a, s2: 1 if s2 == TILES else 0,
)
_world(
    "some tiles matter",
    (4, 1, 2, 5, 3, 0),
    list(range(6)),
    _slid,
    lambda s, a, s2: 1 if s2[0] == 1 and s2[4] == 5 else 0,
)
