"""docs/reliability.md: the promises, and what was reached when they were last checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from reliability.checks import CHECKS, Check
from reliability.records import FOLDER, kept

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"

HEAD = """# What you can rely on

Each promise has a number, a check that you can run, and the figure that it reached when it
last ran. `make reliability` runs the checks that are part of `make test` and writes this page;
the others have commands of their own, because they take too long to wait for.

| | what is checked | promised | reached | | when |
|---:|---|---|---|:---:|---|
"""

TAIL = """
How to run each of them:

| | command |
|---:|---|
"""


def page(checks: Iterable[Check] = CHECKS, folder: Path = FOLDER) -> str:
    """The whole page, from the records that are kept."""
    checks = tuple(checks)
    commands = [f"| {check.number} | `{check.how}` |\n" for check in checks]
    return HEAD + "".join(_rows(checks, folder)) + TAIL + "".join(commands)


def _rows(checks: Iterable[Check], folder: Path) -> Iterator[str]:
    for check in checks:
        record = kept(check.number, folder)
        if record is None:
            reached, mark, date = "not run yet", "", ""
        else:
            mark = "yes" if check.is_kept(record) else "**no**"
            reached, date = check.reached(record), record.date
        cells = (check.number, check.what, check.promise, reached, mark, date)
        yield f"| {' | '.join(map(str, cells))} |\n"
