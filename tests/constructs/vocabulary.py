# mypy: ignore-errors
"""What constructs are made of: classes, constants and functions.

`x` and `y` are whole numbers, `flag` is a truth value, `mode` is an enum member. Each function is
right, or refused; never wrong.
"""

from __future__ import annotations

import enum
import functools
from collections import namedtuple
from dataclasses import dataclass
from typing import Any, NamedTuple


class Mode(enum.Enum):
    """Some enum."""

    RED = 1
    GREEN = 2
    BLUE = 3

    @property
    def is_warm(self) -> bool:
        """A property of an enum."""
        return self is Mode.RED

    def next(self) -> Mode:
        """A method of an enum."""
        return Mode(self.value % 3 + 1)


class Point(NamedTuple):
    """A NamedTuple with methods."""

    x: int
    y: int

    def moved(self, dx: int, dy: int) -> Point:
        """Another point."""
        return Point(self.x + dx, self.y + dy)

    @property
    def size(self) -> int:
        """The distance from the origin."""
        return abs(self.x) + abs(self.y)


@dataclass(frozen=True)
class Vector:
    """A dataclass with operators."""

    x: int
    y: int = 0

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y)

    def __lt__(self, other: Vector) -> bool:
        return self.x < other.x


@dataclass
class Counter:
    """A mutable dataclass."""

    count: int

    def add(self, n: int) -> None:
        """Change in place."""
        self.count += n


Pair = namedtuple("Pair", "a b")
WALLS = frozenset({(0, 1), (1, 1), (2, -1), (-3, 2)})
ROW = [10, 20, 30, 40]
TEXT = ["#..#", ".##.", "...#"]
PRICES = {1: 5, 2: 7, -1: 9}
BY_MODE = {Mode.RED: 1, Mode.GREEN: 2, Mode.BLUE: 4}
SEEN: list[int] = []
TOTAL = 0


def traced(function: Any) -> Any:
    """A decorator that calls."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs) + 1

    return wrapper


def twice(n: int) -> Any:
    """A decorator with an argument."""

    def decorate(function: Any) -> Any:
        def wrapper(*args: Any) -> Any:
            return function(*args) * n

        return wrapper

    return decorate


@functools.cache
def cached(n: int) -> int:
    """A remembered helper."""
    return n * n


def sign(n: int) -> int:
    """A helper with early returns."""
    if n > 0:
        return 1
    if n < 0:
        return -1
    return 0


def first_wall(x: int) -> int | None:
    """A helper that may return None."""
    for wx, wy in [(0, 1), (1, 1)]:
        if wx == x:
            return wy
    return None
