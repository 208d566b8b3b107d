"""What a command prints: colours and tables on a terminal, plain lines in a pipe."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

Span: TypeAlias = str | tuple[str, str]
"""Text, or text with the name of a style."""

SHOWN_ON_A_TERMINAL = 40


@dataclass(frozen=True, slots=True)
class Output:
    """Standard output; `console` is there if somebody looks at it."""

    console: Console | None

    @classmethod
    def standard(cls) -> Output:
        """The output of this process."""
        if sys.stdout is None or not sys.stdout.isatty():
            return cls(None)
        if os.environ.get("NO_COLOR"):
            return cls(Console(color_system=None, highlight=False))
        return cls(Console(highlight=False))

    def say(self, *spans: Span) -> None:
        """Print one line."""
        text = Text.assemble(*spans)
        if self.console is None:
            print(text.plain)
        else:
            self.console.print(text, soft_wrap=True)

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print columns; in a pipe every row is one line, however long."""
        if self.console is None:
            for line in _aligned([headings, *rows]):
                print(line)
            return
        table = Table(*headings, box=box.SIMPLE_HEAD)
        for row in rows:
            table.add_row(*map(Text, row))
        self.console.print(table)

    def ends_of(self, total: int) -> tuple[int, int]:
        """How many of `total` things to show from the start and from the end: all in a pipe."""
        if self.console is None or total <= SHOWN_ON_A_TERMINAL:
            return total, 0
        return SHOWN_ON_A_TERMINAL - 10, 9


def note(text: str) -> None:
    """Say something on standard error, if anybody is there to read it."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(f"introplan: {text}", file=sys.stderr)


def print_json(record: object) -> None:
    """Print one JSON object."""
    print(json.dumps(record, indent=2))


def plain_number(value: float) -> float:
    """A whole number without its point, for JSON."""
    return int(value) if value == value // 1 else value


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
