"""What a command prints: colours, tables and wrapped lines on a terminal, plain lines in a pipe.

`rich` is loaded only where something is drawn on a terminal: a pipe gets text.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from introplan.deferred import deferred

if TYPE_CHECKING:
    import json
    import textwrap

    from rich import box as rich_box
    from rich import console as rich_console
    from rich import live as rich_live
    from rich import spinner as rich_spinner
    from rich import table as rich_table
    from rich import text as rich_text

    from introplan.limits import Meter
else:
    json, textwrap = deferred("json"), deferred("textwrap")
    rich_box, rich_console, rich_live, rich_spinner, rich_table, rich_text = (
        deferred(f"rich.{name}") for name in ("box", "console", "live", "spinner", "table", "text")
    )

Span: TypeAlias = str | tuple[str, str]
"""Text, or text with the name of a style."""

MAX_ROWS_SHOWN = 40
"""Lines of a list on a terminal: with the summary it still fits on a screen."""

MAX_INDENTED = 1_000_000
"""Characters of JSON that are indented."""

MIN_COLUMNS = 40
"""Narrower text would have one word per line; a terminal that says so wraps by itself."""

SECONDS_BEFORE_PROGRESS, PROGRESS_INTERVAL_SECONDS = 1.0, 0.2
"""What is over within a second needs no line about itself; five times a second looks smooth."""


def terminal_columns() -> int:
    """The width of the terminal: COLUMNS, else what standard output says, else 80."""
    # Not `shutil.get_terminal_size`: shutil loads three compression libraries.
    with suppress(ValueError):
        if (columns := int(os.environ.get("COLUMNS", ""))) > 0:
            return max(columns, MIN_COLUMNS)
    with suppress(OSError, ValueError, AttributeError):
        if (columns := os.get_terminal_size(sys.stdout.fileno()).columns) > 0:
            return max(columns, MIN_COLUMNS)
    return 80


def wrapped(text: str, columns: int, *, hang: int = 0) -> str:
    """The text with every line broken at `columns`; broken lines go on `hang` columns in."""
    return "\n".join(
        textwrap.fill(
            line,
            columns,
            subsequent_indent=" " * hang,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


def print_wrapped(text: str, *, hang: int = 0) -> None:
    """Print text that is for people only, wrapped at the width of the terminal."""
    print(wrapped(text, terminal_columns(), hang=hang))


class Output:
    """Standard output; `console` is there if it is a terminal."""

    __slots__ = ("console",)

    def __init__(self, console: rich_console.Console | None) -> None:
        self.console = console

    @property
    def is_terminal(self) -> bool:
        """Is it a terminal, where lines are wrapped?"""
        return self.console is not None

    @classmethod
    def standard(cls) -> Output:
        """The output of this process."""
        if sys.stdout is None or not sys.stdout.isatty():
            return cls(None)
        if os.environ.get("NO_COLOR"):
            return cls(rich_console.Console(color_system=None, highlight=False))
        return cls(rich_console.Console(highlight=False))

    def say(self, *spans: Span, wraps: bool = True) -> None:
        """Print one line; a terminal gets it wrapped, further lines indented like the first.

        Drawings in letters are printed with `wraps=False`: to break their rows would spoil them.
        """
        if self.console is None:
            print("".join(span if isinstance(span, str) else span[0] for span in spans))
            return
        text = rich_text.Text.assemble(*spans)
        if not wraps:
            self.console.print(text, soft_wrap=True)
            return
        for line in text.split("\n", allow_blank=True):
            self._print_wrapped(line)

    def _print_wrapped(self, line: rich_text.Text) -> None:
        assert self.console is not None
        columns = terminal_columns()
        indent = len(line.plain) - len(line.plain.lstrip())
        hang = min(indent + 4, columns // 2)
        while len(line.plain) > columns:
            end = line.plain.rfind(" ", indent + 1, columns + 1)
            if end <= indent:
                break  # one long word: the terminal breaks it
            self.console.print(line[:end], soft_wrap=True)
            rest = line[end:]
            rest = rest[len(rest.plain) - len(rest.plain.lstrip()) :]
            line, indent = rich_text.Text(" " * hang).append_text(rest), hang
        self.console.print(line, soft_wrap=True)

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print columns; in a pipe every row is one line, however long."""
        if self.console is None:
            for line in _aligned([headings, *rows]):
                print(line)
            return
        table = rich_table.Table(*headings, box=rich_box.SIMPLE_HEAD)
        for row in rows:
            table.add_row(*map(rich_text.Text, row))
        self.console.print(table)

    def ends_of(self, total: int) -> tuple[int, int]:
        """How many of `total` things to show from the start and from the end: all in a pipe."""
        if self.console is None or total <= MAX_ROWS_SHOWN:
            return total, 0
        return MAX_ROWS_SHOWN - 10, 9


def note(text: str) -> None:
    """Say something on standard error, if it is open."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(f"introplan: {text}", file=sys.stderr)


def print_json(record: object) -> None:
    """Print one JSON object."""
    # Indented for people; long texts are written several times faster without.
    text = json.dumps(record)
    print(json.dumps(record, indent=2) if len(text) < MAX_INDENTED else text)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


@dataclass(slots=True)
class Progress:
    """What is known of work under way: `so_far` is shown beside the counts, lines above them."""

    so_far: str = ""
    lines: deque[str] = field(default_factory=deque)
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """How long the work has been going on."""
        return time.monotonic() - self.started

    def tell(self, found: str) -> None:
        """Something better was found: a line of its own, and the best so far from now on."""
        self.so_far = found
        self.lines.append(f"{self.seconds:6.1f} s: {found}")


@contextmanager
def progress(doing: str, meter: Meter | None = None) -> Iterator[Progress]:
    """While the block runs, show what it does and what `meter` counts; on a terminal only."""
    known = Progress()
    if sys.stderr is None or not sys.stderr.isatty():
        yield known
        return
    finished = threading.Event()
    thread = threading.Thread(
        target=_show_progress, args=(doing, meter, known, finished), daemon=True
    )
    thread.start()
    try:
        yield known
    finally:
        finished.set()
        thread.join()


def _show_progress(
    doing: str, meter: Meter | None, known: Progress, finished: threading.Event
) -> None:
    if finished.wait(SECONDS_BEFORE_PROGRESS):
        return
    spinner = rich_spinner.Spinner("dots", doing, style="status.spinner")
    # Not `Console.status`, which replaces `sys.stdout` while it runs: the block may replace it too
    # (`isolated`), they end in another order than they began, and the answer would be lost.
    with rich_live.Live(
        spinner,
        console=rich_console.Console(stderr=True, highlight=False),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as live:
        is_over = False
        while not is_over:
            is_over = finished.wait(PROGRESS_INTERVAL_SECONDS)
            while known.lines:
                live.console.print(known.lines.popleft(), markup=False)
            counted = "" if meter is None else f", {meter.expanded:,} expanded"
            so_far = f", {known.so_far}" if known.so_far else ""
            stopping = ", stopping" if meter is not None and meter.interrupted else ""
            spinner.update(text=f"{doing}: {known.seconds:.0f} s{counted}{so_far}{stopping}")
