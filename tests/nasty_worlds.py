# mypy: ignore-errors
"""Worlds written as people write them, and worse: each is a task with few states."""

from __future__ import annotations

import copy
import enum
import functools
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

import introplan as ip

MOVES = {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}
WORLDS = {}


def _world(start, actions, **extra):
    def register(maker):
        parts = maker()
        names = ("transition", "reward", "terminal")
        functions = dict(zip(names, parts, strict=False))
        model = ip.program(actions=actions, **functions, name=maker.__name__)
        WORLDS[maker.__name__.strip("_")] = model.task(start, **extra)
        return maker

    return register


class Spot(NamedTuple):
    """A place."""

    x: int
    y: int

    def moved(self, a):
        """The place next to it."""
        dx, dy = MOVES[a]
        return self._replace(x=self.x + dx, y=self.y + dy)


def _bounded(function):
    @functools.wraps(function)
    def wrapper(s, a):
        s2 = function(s, a)
        return s2 if 0 <= s2.x < 7 and 0 <= s2.y < 6 else s

    return wrapper


@_world(Spot(1, 1), list(MOVES))
def _decorated():
    """A decorator decides where the world ends."""

    @_bounded
    def transition(s, a):
        return s.moved(a)

    def reward(s, a, s2):
        return 5 if s2 == Spot(6, 5) else -1

    return transition, reward


class Mood(enum.Enum):
    """Three moods."""

    LOW = 0
    MID = 1
    HIGH = 2


@dataclass(frozen=True)
class Moody:
    """A mood and a counter."""

    mood: Mood
    n: int = 0


@_world(Moody(Mood.LOW), ["up", "down", "rest"])
def _is_and_match():
    """`is` and `match` on enums."""

    def transition(s, a):
        match (s.mood, a):
            case (Mood.LOW, "up"):
                return replace(s, mood=Mood.MID)
            case (Mood.MID, "up") if s.n >= 4:
                return replace(s, mood=Mood.HIGH)
            case (_, "rest"):
                return Moody(s.mood, min(s.n + 1, 9))
            case (Mood.HIGH | Mood.MID, "down"):
                return Moody(Mood.LOW, 0)
        return s

    def reward(s, a, s2):
        return 1 if s2.mood is Mood.HIGH and s.mood is not Mood.HIGH else 0

    return transition, reward


@_world(-7, [-2, 3])
def _floor_division():
    """Floor division and remainders of negative numbers."""

    def transition(s, a):
        return max(-20, min(20, s + a))

    def reward(s, a, s2):
        return 10 if s2 // 4 == -4 and s2 % -3 == 0 else s2 % 3

    return transition, reward


RING = [0, 0, 5, 0, 0, 0, 1, 0]


@_world(0, [1, 2, -3])
def _wraps_around():
    """Negative indices count from the end."""

    def transition(s, a):
        n = s + a
        return n if -8 <= n < 8 else s

    def reward(s, a, s2):
        return RING[s2] - RING[s]

    return transition, reward


@dataclass(frozen=True)
class Purse:
    """Where, and how much."""

    at: int
    coins: int


@_world(Purse(0, 0), ["left", "right", "take", "spend"])
def _difference():
    """The reward is a difference of two states."""

    def transition(s, a):
        if a == "take" and s.at in (3, 6) and s.coins < 6:
            return replace(s, coins=s.coins + (1 if s.at == 3 else 3))
        if a == "spend" and s.coins:
            return replace(s, coins=s.coins - 1)
        step = {"left": -1, "right": 1}.get(a, 0)
        return replace(s, at=min(8, max(0, s.at + step)))

    def reward(s, a, s2):
        return s2.coins - s.coins

    return transition, reward


@_world(Spot(0, 0), list(MOVES))
def _unreachable_maximum():
    """The best place is walled in, and there is a decoy in the source."""
    walls = {(4, 3), (3, 4), (4, 4)}
    jackpot = 1000

    def transition(s, a):
        s2 = s.moved(a)
        inside = 0 <= s2.x <= 5 and 0 <= s2.y <= 5
        return s2 if inside and (s2.x, s2.y) not in walls | {(5, 4), (4, 5)} else s

    def reward(s, a, s2):
        if s2.x > 99:
            return jackpot
        if (s2.x, s2.y) == (5, 5):
            return 50
        return 7 if (s2.x, s2.y) == (5, 0) else 0

    return transition, reward


LAKE = ("#########", "#...#...#", "#.......#", "#..#....#", "#......##", "#########")


@_world(Spot(1, 1), list(MOVES))
def _sliding():
    """A loop that slides until something is in the way."""

    def transition(s, a):
        dx, dy = MOVES[a]
        x, y = s
        while LAKE[y + dy][x + dx] != "#":
            x, y = x + dx, y + dy
        return Spot(x, y)

    def reward(s, a, s2):
        return 1 if s2 == (7, 2) or s2 == (6, 4) else 0

    return transition, reward


def _counter(limit):
    def add(n, k):
        return min(limit, n + k)

    return add


@_world((0, 0, False), ["a", "b", "swap", "lock"])
def _closures():
    """Closures, defaults, and a flag that must be set last."""
    add = _counter(5)

    def transition(s, a):
        p, q, locked = s
        if locked:
            raise ValueError("it is locked")
        act = {"a": lambda: (add(p, 1), q), "b": lambda: (p, add(q, 2)), "swap": lambda: (q, p)}
        return (*act[a](), False) if a in act else (p, q, True)

    def reward(s, a, s2, *, goal=(2, 5)):
        return 9 if s2[2] and s2[:2] == goal else -1

    return transition, reward


@_world(frozenset({1, 4}), list(range(6)))
def _toggles():
    """A set as the whole state."""

    def transition(s, a):
        return s ^ {a, (a + 1) % 6}

    def reward(s, a, s2):
        return 1 if s2 == {0, 3} else 0

    return transition, reward


@_world((3, None), ["take", "drop", "go"])
def _none_field():
    """A field that is None or a number."""

    def transition(s, a):
        where, held = s
        if a == "take" and held is None and where == 0:
            return (where, 7)
        if a == "drop" and held is not None:
            return (where, None)
        return ((where + 1) % 5, held) if a == "go" else s

    def reward(s, a, s2):
        return 3 if s2[1] is None and s[1] is not None and s[0] == 4 else 0

    return transition, reward


@dataclass
class Robot:
    """A state that is changed in place."""

    x: int = 0
    bag: list = field(default_factory=lambda: [0, 0])


@_world(Robot(), ["left", "right", "fill", "empty"])
def _mutable():
    """A dataclass with a list in it, changed in place."""

    def transition(s, a):
        if a == "left":
            s.x = max(0, s.x - 1)
        elif a == "right":
            s.x = min(4, s.x + 1)
        elif a == "fill" and s.x in (1, 3):
            s.bag[s.x // 2] += 1 if s.bag[s.x // 2] < 2 else 0
        elif a == "empty":
            s.bag = [0, 0]
        return s

    def reward(s, a, s2):
        return 1 if s2.bag == [2, 1] and s2.x == 4 else 0

    return transition, reward


@_world(Spot(2, 2), list(MOVES))
def _ends():
    """Success and failure by `terminal`."""

    def transition(s, a):
        s2 = s.moved(a)
        return s2 if 0 <= s2.x <= 6 and 0 <= s2.y <= 4 else s

    def reward(s, a, s2):
        return 10 if s2 == (6, 4) else -1

    def terminal(s, a, s2):
        if (s2.x, s2.y) in {(3, 2), (3, 3), (3, 1), (3, 0)}:
            return ip.Status.FAILURE
        return ip.Status.SUCCESS if s2 == (6, 4) else ip.Status.CONTINUE

    return transition, reward, terminal


@_world(12, ["dec", "halve"])
def _float_rewards():
    """Rewards that are not whole numbers."""

    def transition(s, a):
        if a == "halve":
            if s % 2:
                raise ValueError("odd")
            return s // 2
        return max(0, s - 1)

    def reward(s, a, s2):
        return 0.1 * s2 + 0.05 if s2 < 3 else -0.1

    return transition, reward


WANTED = np.array([1, 0, 1, 1])


@_world(np.array([0, 0, 0, 0, 3]), ["left", "right", "flip"])
def _array():
    """A numpy array: four switches and a place."""

    def transition(s, a):
        s = s.copy()
        p = s[4]
        if a == "left":
            s[4] = max(0, p - 1)
        elif a == "right":
            s[4] = min(3, p + 1)
        else:
            s[p] = 1 - s[p]
        return s

    def reward(s, a, s2):
        return 1 if np.array_equal(s2[:4], [1, 0, 1, 1]) else 0

    return transition, reward


@_world(np.zeros((2, 3), dtype=bool), list(range(6)))
def _array_of_truths():
    """A two-dimensional array of truth values, changed in place."""

    def transition(s, a):
        row, column = divmod(a, 3)
        s[row, column] = not s[row, column]
        if column < 2:
            s[row, column + 1] = not s[row, column + 1]
        return s

    def reward(s, a, s2):
        return 5 if (s2 == np.array([[True, False, True], [False, True, False]])).all() else -1

    return transition, reward


WAYS = {a: np.array([dy, dx]) for a, (dx, dy) in MOVES.items()}
FLOOR = np.array([[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 1, 0], [1, 1, 0, 1, 0], [0] * 5])
CORNER = np.array([4, 4])


@_world(np.array([0, 0]), list(MOVES))
def _array_plus_array():
    """Vectors are added, and looked up in a map that is an array."""

    def transition(s, a):
        t = s + WAYS[a]
        if t[0] < 0 or t[0] > 4 or t[1] < 0 or t[1] > 4 or FLOOR[t[0], t[1]]:
            return s
        return t

    def reward(s, a, s2):
        return 10 if np.array_equal(s2, CORNER) else -1

    return transition, reward


@_world(np.array([2, 2]), list(MOVES))
def _array_in_place():
    """A vector is changed in place and clipped."""

    def transition(s, a):
        s += WAYS[a]
        return np.clip(s, 0, 6)

    def reward(s, a, s2):
        return 10 if (s2 == CORNER).all() else -1

    return transition, reward


@_world(np.array([0, 0]), list(MOVES))
def _array_by_parts():
    """Numbers out of arrays, a row of a map, and an error that tells where."""

    def transition(s, a):
        row, column = s
        row, column = row + WAYS[a][0], column + WAYS[a][1]
        if not (0 <= row < 5 and 0 <= column < 5) or FLOOR[row][column] == 1:
            raise ValueError(f"a wall at {row}, {column}")
        return np.array([row, column])

    def reward(s, a, s2):
        return 10 if (s2 == CORNER).all() else -1

    return transition, reward


@dataclass
class Walker:
    """Somebody who can be changed."""

    x: int
    y: int
    has_it: bool = False


@_world(Walker(0, 4), [*MOVES, "take"])
def _clamped():
    """Bounds on one side each, deep copies, and numbers that count as true."""

    def transition(s, a):
        s = copy.deepcopy(s)
        if a == "take":
            if s.x and s.y < 3 and not s.has_it:
                s.has_it = True
            return s
        s.x = max(s.x - 1, 0) if a == "w" else min(s.x + 1, 12) if a == "e" else s.x
        s.y = max(s.y - 1, 0) if a == "n" else min(s.y + 1, 12) if a == "s" else s.y
        return s

    def reward(s, a, s2):
        return 3 if s2.has_it and s2.x == 11 and s2.y == 10 else 0

    return transition, reward


@_world([3, 1, 2, 0], [1, 2, 3, "inc"])
def _reward_that_sorts():
    """A reward that changes the list it is given: only its own copy."""

    def transition(s, a):
        if a == "inc":
            s[0] = (s[0] + 1) % 5
        else:
            s[0], s[a] = s[a], s[0]
        return s

    def reward(s, a, s2):
        inversions = sum(s2[i] > s2[j] for j in range(4) for i in range(j))
        s2.sort()
        return 10 - inversions if s2 == [0, 1, 2, 4] else 0

    return transition, reward


@_world((0, 0), ["e", "e", "s", "s"])
def _said_twice():
    """Actions that are listed twice."""

    def transition(s, a):
        return (min(8, s[0] + 1), s[1]) if a == "e" else (s[0], min(8, s[1] + 1))

    def reward(s, a, s2):
        return 1 if s2 == (8, 7) else 0

    return transition, reward
