# mypy: ignore-errors
"""Worlds with loops, closures, fields that may be missing, and states that change."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

import introplan as ip
from nasty.registry import MOVES, Spot, world

LAKE = ("#########", "#...#...#", "#.......#", "#..#....#", "#......##", "#########")


@world(Spot(1, 1), list(MOVES))
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


@world((0, 0, False), ["a", "b", "swap", "lock"])
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


@world(frozenset({1, 4}), list(range(6)))
def _toggles():
    """A set as the whole state."""

    def transition(s, a):
        return s ^ {a, (a + 1) % 6}

    def reward(s, a, s2):
        return 1 if s2 == {0, 3} else 0

    return transition, reward


@world((3, None), ["take", "drop", "go"])
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


@world(Robot(), ["left", "right", "fill", "empty"])
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


@world(Spot(2, 2), list(MOVES))
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


@world(12, ["dec", "halve"])
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


@dataclass
class Walker:
    """A state that can be changed in place."""

    x: int
    y: int
    has_it: bool = False


@world(Walker(0, 4), [*MOVES, "take"])
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


@world([3, 1, 2, 0], [1, 2, 3, "inc"])
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


@world((0, 0), ["e", "e", "s", "s"])
def _said_twice():
    """Actions that are listed twice."""

    def transition(s, a):
        return (min(8, s[0] + 1), s[1]) if a == "e" else (s[0], min(8, s[1] + 1))

    def reward(s, a, s2):
        return 1 if s2 == (8, 7) else 0

    return transition, reward
