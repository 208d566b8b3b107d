"""Random programs of the constructs in `fuzzer_pieces.py`: what `Writer` leaves out."""

from __future__ import annotations

import collections
import enum
import functools
import heapq
import itertools
import linecache
import math
import operator
import textwrap
from collections.abc import Callable
from typing import Any

from fuzzer_pieces import NUMBERS, STATEMENTS, TRUTHS
from program_fuzzer import NAMES, Writer


class Level(enum.IntEnum):
    """Numbers with names."""

    NONE = 0
    LOW = 1
    HIGH = 2


class Mask(enum.IntFlag):
    """Bits with names."""

    A = 1
    B = 2


@functools.total_ordering
class Dot:
    """A value with operators; of its equality, only x counts."""

    COUNT = 2
    __match_args__ = ("x", "y")

    def __init__(self, x: int, y: int = 0) -> None:
        self.x, self.y = x, y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dot) and self.x == other.x

    def __hash__(self) -> int:
        return hash(self.x)

    def __lt__(self, other: Dot) -> bool:
        return self.x < other.x

    def __add__(self, other: Dot) -> Dot:
        return Dot(self.x + other.x, self.y + other.y)

    def __bool__(self) -> bool:
        return self.x > self.y

    def __call__(self, factor: int) -> int:
        """A number of it."""
        return self.x * factor - self.y

    def __iter__(self) -> Any:
        yield from range(self.x)
        yield self.y

    def __contains__(self, value: object) -> bool:
        return value in (self.x, self.y)

    @property
    def far(self) -> int:
        """How far it is."""
        return abs(self.x) + abs(self.y)

    def moved(self, **changes: int) -> Dot:
        """Another one."""
        return Dot(**{"x": self.x, "y": self.y, **changes})

    @classmethod
    def made(cls, x: int) -> Dot:
        """In a row."""
        return cls(x * cls.COUNT)


class Box:
    """Something that changes, also when it is only asked."""

    def __init__(self, v: int) -> None:
        self.v = v
        self.taken = 0

    def put(self, v: int) -> None:
        """Put something in."""
        self.v = max(self.v, v)

    @property
    def peek(self) -> int:
        """What is in it; each time less."""
        self.taken += 1
        self.v -= 1
        return self.v


WIDER_NAMES: dict[str, Any] = {
    "Level": Level, "Mask": Mask, "Dot": Dot, "Box": Box, "collections": collections,
    "functools": functools, "heapq": heapq, "itertools": itertools, "math": math,
    "operator": operator,
}  # fmt: skip
"""What the pieces speak of."""


class WiderWriter(Writer):
    """Writes what `Writer` writes, and now and then a piece of the tables."""

    def _filled(self, piece: str, depth: int) -> str:
        rng = self.rng
        holes: dict[str, Any] = {}
        holes |= {name: self.number(depth) for name in "abc" if f"{{{name}}}" in piece}
        holes |= {name: f"({self.truth(depth)})" for name in "pq" if f"{{{name}}}" in piece}
        holes |= {"d": rng.choice(self.names), "e": rng.choice(self.names)}
        one, other = rng.sample(self.names, 2)
        return piece.format(n=one, m=other, i=rng.randint(0, 1), k=rng.randint(1, 3), **holes)

    def number(self, depth: int = 2) -> str:
        """An expression that is a number."""
        if depth == 0 or self.rng.random() < 0.7:
            return super().number(depth)
        return f"({self._filled(self.rng.choice(NUMBERS), depth - 1)})"

    def truth(self, depth: int = 2) -> str:
        """An expression that is true or false."""
        if depth == 0 or self.rng.random() < 0.7:
            return super().truth(depth)
        return f"({self._filled(self.rng.choice(TRUTHS), depth - 1)})"

    def statement(self, indent: str, depth: int, *, in_loop: bool) -> None:
        """One statement, or a piece of several."""
        if self.rng.random() < 0.5:
            super().statement(indent, depth, in_loop=in_loop)
        else:
            piece = self._filled(self.rng.choice(STATEMENTS), 1)
            self.lines += textwrap.indent(piece, indent).splitlines()


def function_of(text: str, file: str) -> Callable[..., Any]:
    """The function f of a source that may use all names of the tables."""
    names = {**NAMES, **WIDER_NAMES}
    exec(compile(text, file, "exec"), names)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    function: Callable[..., Any] = names["f"]
    return function


def wider_program(seed: int) -> tuple[Callable[..., Any], str]:
    """A random function of (x, y, flag) with pieces of the tables, and its source."""
    while True:
        text = WiderWriter(seed).text()
        try:
            return function_of(text, f"<fuzz {seed}>"), text
        except SyntaxError:  # := is not allowed where a comprehension takes its items from
            seed += 1_000_000


def alone(piece: str, seed: int) -> tuple[Callable[..., Any], str]:
    """A function with one piece of the tables and next to nothing else, and its source."""
    writer = _PlainWriter(seed)
    body = writer._filled(piece, 0)
    if piece not in STATEMENTS:
        body = f"x = ({body})"
    writer.say("", "def f(x, y, flag):")
    writer.say("    ", "cells = [x, 0, y]")
    writer.say("    ", "extra = []")
    writer.lines += textwrap.indent(body, "    ").splitlines()
    writer.say("    ", "return (x, y, flag, *cells, len(extra), sum(extra))")
    text = "\n".join(writer.lines) + "\n"
    return function_of(text, f"<fuzz {seed} {piece!r}>"), text


class _PlainWriter(WiderWriter):
    """Fills holes with names, numbers and the simplest of expressions."""

    def number(self, depth: int = 0) -> str:
        return Writer.number(self, self.rng.choice([0, 0, 0, 1]))

    def truth(self, depth: int = 0) -> str:
        if self.rng.random() < 0.3:
            return f"{self.number()} == {self.number()}"
        return Writer.truth(self, 0)
