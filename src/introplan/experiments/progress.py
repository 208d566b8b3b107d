"""A bar on stderr with an estimate of the time left, for people who watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


@contextmanager
def bar(doing: str, *, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """A bar over `total` things, `done` of them before; the function to call after each one."""
    if sys.stderr is None or not sys.stderr.isatty() or done >= total:
        yield lambda: None
        return
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        speed_estimate_period=120,
    ) as progress:
        task = progress.add_task(doing, total=total, completed=done)
        yield lambda: progress.advance(task)
