# mypy: ignore-errors
"""Worlds told with plain values: decorators, enums, properties, slices, walls."""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, replace

from nasty.registry import MOVES, Spot, world


def _bounded(function):
    @functools.wraps(function)
    def wrapper(s, a):
        s2 = function(s, a)
        return s2 if 0 <= s2.x < 7 and 0 <= s2.y < 6 else s

    return wrapper


@world(Spot(1, 1), list(MOVES))
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


@world(Moody(Mood.LOW), ["up", "down", "rest"])
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


@world(-7, [-2, 3])
def _floor_division():
    """Floor division and remainders of negative numbers."""

    def transition(s, a):
        return max(-20, min(20, s + a))

    def reward(s, a, s2):
        return 10 if s2 // 4 == -4 and s2 % -3 == 0 else s2 % 3

    return transition, reward


RING = [0, 0, 5, 0, 0, 0, 1, 0]


@world(0, [1, 2, -3])
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


@world(Purse(0, 0), ["left", "right", "take", "spend"])
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


@world(Spot(0, 0), list(MOVES))
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
