"""Random worlds in Python: the same rules over states of many shapes.

A world has two small numbers and a switch. They are the parts of a tuple, a list, a dictionary, an
object, a string, an array, or elements of a set; expressions over them are those of
`program_fuzzer.py`, so guards, effects, rewards and ends are put together in unforeseen ways.
"""

from __future__ import annotations

import collections
import enum
import linecache
from dataclasses import dataclass
from typing import Any

import numpy as np

import introplan as ip
from program_fuzzer import NAMES
from wider_fuzzer import WIDER_NAMES, WiderWriter

ACTIONS = ("go", "turn", "swap")
WIDTH, HEIGHT = 10, 8


@dataclass
class Place:
    """A state with fields."""

    x: int
    y: int
    flag: bool


@dataclass
class Owner:
    """A state with a list in it, which is changed in place."""

    pair: list[int]
    flag: bool


Digit = enum.IntEnum("Digit", [(f"D{number}", number) for number in range(WIDTH)])  # type: ignore[misc]
"""Numbers with names."""


@dataclass(frozen=True)
class Shape:
    """How x, y and flag are taken out of a state `s` and put into the state after it."""

    start: Any
    unpack: str
    pack: str


SHAPES = {
    "tuple": Shape((1, 2, False), "x, y, flag = s", "return (x, y, flag)"),
    "nested": Shape(((1, 2), (False,)), "(x, y), (flag,) = s", "return ((x, y), (flag,))"),
    "list": Shape([1, 2, False], "x, y, flag = s", "s[0], s[1], s[2] = x, y, flag; return s"),
    "dict": Shape(
        {"x": 1, "y": 2, "flag": False},
        "x, y, flag = s['x'], s['y'], s['flag']",
        "return {**s, 'x': x, 'y': y, 'flag': flag}",
    ),
    "object": Shape(
        Place(1, 2, False), "x, y, flag = s.x, s.y, s.flag", "return Place(x, y, flag)"
    ),
    "string": Shape(
        "1c-",
        "x, y, flag = int(s[0]), 'abcdefgh'.index(s[1]), s[2] == '+'",
        "return str(x) + 'abcdefgh'[y] + ('+' if flag else '-')",
    ),
    "array": Shape(
        np.array([1, 2, 0]),
        "x, y, flag = int(s[0]), int(s[1]), bool(s[2])",
        "s = s.copy(); s[0], s[1], s[2] = x, y, int(flag); return s",
    ),
    "deque": Shape(
        collections.deque([1, 2, False]),
        "x, y, flag = s",
        "return collections.deque([x, y, flag])",
    ),
    "optional": Shape(
        (1, 2, None),
        "x, y, flag = s[0], s[1], s[2] is not None",
        "return (x, y, (x, -y) if flag else None)",
    ),
    "growing": Shape(
        (2, 2),
        "x, y, flag = len(s) - 1, s[0] % 10, s[0] > 9",
        "return (y + 10 * flag, *[y for i in range(10) if i < x])",
    ),
    "keys": Shape(
        {"x": 1, "y": 2},
        "x, y, flag = s['x'], s['y'], 'flag' in s",
        "return {'x': x, 'y': y, **({'flag': 1} if flag else {})}",
    ),
    "owner": Shape(
        Owner([1, 2], False),
        "x, y, flag = s.pair[0], s.pair[1], s.flag",
        "s.pair[0] = x; s.pair[1] = y; s.flag = flag; return s",
    ),
    "digits": Shape((Digit(1), 2, False), "x, y, flag = s", "return (Digit(x), y, flag)"),
    "board": Shape(
        "....A...",
        "x, y, flag = 'ABCDEFGHIJabcdefghij'.index(s.strip('.')) % 10, "
        "len(s) - len(s.lstrip('.')), s.strip('.').islower()",
        "return ('.' * 7)[:y] + ('abcdefghij' if flag else 'ABCDEFGHIJ')[x] + ('.' * 7)[y:]",
    ),
    "bits": Shape(
        33,
        "x, y, flag = s & 15, s >> 4 & 7, bool(s >> 7)",
        "return x | y << 4 | flag << 7",
    ),
    "half": Shape(
        (0.5, 2, False), "x, y, flag = int(s[0] * 2), s[1], s[2]", "return (x / 2, y, flag)"
    ),
    "matrix": Shape(
        np.array([[1, 2], [0, 0]]),
        "x, y, flag = int(s[0, 0]), int(s[0][1]), bool(s[1:, 0].any())",
        "s = s.copy(); s[0, 0], s[0, 1], s[1, 0] = x, y, int(flag); return s",
    ),
    "set": Shape(
        frozenset({("x", 1), ("y", 2)}),
        "x, y, flag = sum(i for i in range(10) if ('x', i) in s), "
        "sum(i for i in range(8) if ('y', i) in s), 'flag' in s",
        "return frozenset({('x', x), ('y', y)}) | (frozenset({'flag'}) if flag else frozenset())",
    ),
    "cells": Shape(
        frozenset({(1, 2)}),
        "x, y, flag = min(s)[0], min(s)[1], (99, 99) in s",
        "return frozenset({(x, y), (99, 99)}) if flag else frozenset({(x, y)})",
    ),
}


class WorldWriter(WiderWriter):
    """Writes transition, reward and terminal over one shape of states."""

    def __init__(self, seed: int, shape: Shape) -> None:
        super().__init__(seed)
        self.shape = shape

    def effect(self, indent: str) -> None:
        """One change of one part."""
        kind = self.rng.randrange(8)
        if kind > 3:  # most worlds should have more than a few states
            self.say(indent, self.rng.choice(["x += 1", "y += 1", "x -= 1", "y += 3"]))
        elif kind == 0:
            self.say(indent, f"x = {self.number()}")
        elif kind == 1:
            self.say(indent, f"y = {self.number()}")
        elif kind == 2:
            self.say(indent, f"flag = {self.truth()}")
        else:
            self.say(indent, "x, y = y, x")

    def transition(self) -> None:
        """Moves with guards, with and without conditions in their effects."""
        self.say("", "def transition(s, a):")
        self.say("    ", self.shape.unpack)
        for place, action in enumerate(ACTIONS):
            self.say("    ", f"{'elif' if place else 'if'} a == {action!r}:")
            if self.rng.random() < 0.5:
                refusal = self.rng.choice(["raise ValueError('no')", "return None", "return s"])
                self.say(" " * 8, f"if {self.truth()}:")
                self.say(" " * 12, refusal)
            for _ in range(self.rng.randint(1, 2)):
                self.effect(" " * 8)
            if self.rng.random() < 0.5:
                self.say(" " * 8, f"if {self.truth()}:")
                self.effect(" " * 12)
        self.say("    ", f"x, y, flag = x % {WIDTH}, y % {HEIGHT}, bool(flag)")
        self.say("    ", self.shape.pack)

    def reward(self) -> None:
        """A number of the state before or after, or one of two by a condition."""
        self.say("", "def reward(s, a, s2):")
        self.say(
            "    ",
            self.shape.unpack.replace("= s", f"= {self.rng.choice(['s', 's2'])}", 1)
            if self.shape.unpack.endswith("= s")
            else self.shape.unpack,
        )
        scale = self.rng.choice(["", " * 0.5", " - 1"])
        if self.rng.random() < 0.5:
            self.say("    ", f"if {self.truth(1)}:")
            self.say(" " * 8, f"return {self.rng.randint(-2, 9)}")
        self.say("    ", f"return (x + y){scale}" if self.rng.random() < 0.4 else "return -1")

    def terminal(self) -> None:
        """An end with or without a name."""
        self.say("", "def terminal(s, a, s2):")
        self.say("    ", "s = s2")
        self.say("    ", self.shape.unpack)
        end = self.rng.choice(["True", "'success'", "'failure'"])
        self.say("    ", f"if {self.truth(1)}:")
        self.say(" " * 8, f"return {end}")
        self.say("    ", "return False")

    def module(self) -> str:
        """The source of a world."""
        self.transition()
        self.reward()
        self.terminal()
        return "\n".join(self.lines) + "\n"


def fuzzed_world(seed: int) -> tuple[Any, str]:
    """The world of this number as a task, and its source."""
    name = list(SHAPES)[seed % len(SHAPES)]
    shape = SHAPES[name]
    file = f"<world {seed}>"
    text = WorldWriter(seed, shape).module()
    names = {**NAMES, **WIDER_NAMES, "Place": Place, "Owner": Owner, "Digit": Digit}
    exec(compile(text, file, "exec"), names)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    model = ip.program(
        actions=ACTIONS,
        transition=names["transition"],
        reward=names["reward"],
        terminal=names["terminal"] if seed % 3 else None,
    )
    return model.task(shape.start), text
