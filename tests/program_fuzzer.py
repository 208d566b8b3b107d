"""Random programs over x, y, flag: many small constructs put together in unforeseen ways."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable, Iterator
from typing import Any

ROW = [3, 1, 4, 1, 5]
WALLS = frozenset({(0, 1), (2, 2), (-1, 3)})
PRICES = {0: 2, 1: -3, 4: 7}


def helper(a: int, b: int) -> int:
    """A helper with several ways out."""
    if a > b:
        return a - b
    if a == b:
        return 0
    return b


class Shelf:
    """A list in an object."""

    def __init__(self, books: list[int]) -> None:
        self.books = books

    def __len__(self) -> int:
        return sum(book > 0 for book in self.books)

    def __getitem__(self, place: int) -> int:
        return self.books[place]

    def __iter__(self) -> Iterator[int]:
        return iter(self.books)

    def height(self, factor: int) -> int:
        """Of the first book."""
        return self.books[0] * factor


class Taller(Shelf):
    """By one, and never more than nine."""

    def height(self, factor: int) -> int:
        """Of the first book, and one more."""
        return min(9, super().height(factor) + 1)


NAMES: dict[str, Any] = {
    "helper": helper,
    "Shelf": Shelf,
    "Taller": Taller,
    "ROW": ROW,
    "WALLS": WALLS,
    "PRICES": PRICES,
}
"""What programs speak of."""


class Writer:
    """Writes a random function, indented text."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = ["x", "y"]
        self.lines: list[str] = []
        self.fresh = 0

    def number(self, depth: int = 2) -> str:
        """An expression that is a whole number."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.25:
            return rng.choice([*self.names, str(rng.randint(-3, 4))])
        one, two = self.number(depth - 1), self.number(depth - 1)
        return rng.choice(
            [
                f"({one} + {two})",
                f"({one} - {two})",
                f"({one} * {rng.randint(-2, 3)})",
                f"({one} // {rng.choice([2, 3, -2])})",
                f"({one} % {rng.choice([2, 3, -4])})",
                f"abs({one})",
                f"min({one}, {two})",
                f"max({one}, {two}, 1)",
                f"({one} if {self.truth(depth - 1)} else {two})",
                f"helper({one}, {two})",
                f"ROW[{one} % 5]",
                f"ROW[{one}]",
                f"PRICES.get({one}, {two})",
                f"sum(1 for i in range(3) if i == {one})",
                f"({one}, {two}, 2)[{rng.randint(-3, 2)}]",
                f"int({self.truth(depth - 1)})",
                f"({one} and {two})",
                f"({one} or {two})",
                f"len([v for v in ({one}, {two}) if v > 0])",
                f"(lambda q: q + {two})({one})",
                f"sum(i * i for i in range({one} % 4, {two} % 5))",
                f"len(range(min({one}, 3)))",
                f"Shelf([{one}, {two}])[{rng.randint(-2, 2)}]",
                f"len(Shelf([{one}, {two}]))",
                f"Taller([{one}]).height({two})",
                f"PRICES.setdefault(4, {one})",
                f"sum(v * i for i, v in enumerate(sorted([w for w in ({one}, {two}) if w > 0])))",
            ]
        )

    def truth(self, depth: int = 2) -> str:
        """An expression that is true or false."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return rng.choice(["flag", f"{rng.choice(self.names)} > {rng.randint(-2, 3)}"])
        one, two = self.number(depth - 1), self.number(depth - 1)
        a, b = self.truth(depth - 1), self.truth(depth - 1)
        return rng.choice(
            [
                f"{one} < {two}",
                f"{one} == {two}",
                f"{one} <= {two} < 3",
                f"({one}, {two}) in WALLS",
                f"{one} in PRICES",
                f"{one} in Shelf([{two}, 1])",
                f"{one} in range({two} % 4)",
                f"({a} and {b})",
                f"({a} or {b})",
                f"(not {a})",
                f"any({one} == i for i in (0, 2))",
                f"all(i != {one} or {a} for i in (1, {two}))",
                f"({one} != 0 and {two} // {one} > 0)",
                f"({a} if {b} else flag)",
                f"flag is {rng.choice(['True', 'False'])}",
            ]
        )

    def block(self, indent: str, depth: int, *, in_loop: bool = False) -> None:
        """Some statements."""
        for _ in range(self.rng.randint(1, 3)):
            self.statement(indent, depth, in_loop=in_loop)

    def statement(self, indent: str, depth: int, *, in_loop: bool) -> None:
        """One statement."""
        rng, deeper = self.rng, indent + "    "
        kind = rng.randrange(12) if depth else rng.randrange(4)
        if kind < 3:
            self.say(indent, f"{rng.choice(self.names)} = {self.number()}")
        elif kind == 3:
            self.say(indent, f"cells[{self.number(1)}] {rng.choice(['=', '+='])} {self.number(1)}")
        elif kind < 7:
            self.say(indent, f"if {self.truth()}:")
            self.block(deeper, depth - 1, in_loop=in_loop)
            if rng.random() < 0.5:
                self.say(indent, "else:")
                self.block(deeper, depth - 1, in_loop=in_loop)
        elif kind == 7:
            self.say(indent, f"for k in range({rng.randint(1, 3)}):")
            self.say(deeper, f"{rng.choice(self.names)} += k")
            self.block(deeper, depth - 1, in_loop=True)
        elif kind == 8:
            self.say(indent, f"return {self.result()}")
        elif kind == 9:
            self.say(indent, f"extra.append({self.number(1)})")
        elif kind == 10:
            self.say(indent, "try:")
            self.block(deeper, depth - 1, in_loop=in_loop)
            self.say(indent, "except (IndexError, ZeroDivisionError):")
            self.say(deeper, f"{rng.choice(self.names)} = {self.number(1)}")
        else:
            jump = rng.choice(["break", "continue"]) if in_loop else f"return {self.result()}"
            self.say(indent, f"if {self.truth(1)}:")
            self.say(deeper, jump)

    def result(self) -> str:
        """What a function returns."""
        return f"({self.number()}, {self.truth()}, *cells, len(extra), sum(extra))"

    def say(self, indent: str, text: str) -> None:
        """Write a line."""
        self.lines.append(indent + text)

    def text(self) -> str:
        """The source of a function."""
        self.say("", "def f(x, y, flag):")
        self.say("    ", "cells = [x, 0, y]")
        self.say("    ", "extra = []")
        self.block("    ", 2)
        self.say("    ", f"return {self.result()}")
        return "\n".join(self.lines) + "\n"


def random_program(seed: int) -> tuple[Callable[..., Any], str]:
    """A random function of (x, y, flag), and its source."""
    text = Writer(seed).text()
    file = f"<fuzz {seed}>"
    names = dict(NAMES)
    exec(compile(text, file, "exec"), names)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    function: Callable[..., Any] = names["f"]
    return function, text
