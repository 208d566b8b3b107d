"""Whose code is it? Ours, Python's own, or the user's: where to point when something goes wrong.

Python's own modules count as part of their caller: a `KeyError` from `random.choice` that a model
called is the model's, one that we called is ours. Errors in installed packages are taken likewise.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import FrameType, TracebackType

OURS = os.path.dirname(os.path.dirname(__file__)) + os.sep
WORLDS = tuple(os.path.join(OURS, "domains", f"{name}.py") for name in ("grid", "maze"))
"""Shipped models: written as users write theirs, and treated alike."""

INSTALLED = f"{os.sep}site-packages{os.sep}"

LIBRARY = os.path.dirname(os.__file__) + os.sep


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the user's code, and the function that it is in."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def place_of_frame(frame: FrameType | None) -> Place | None:
    """The line of the user's that is being run, None if it is one of ours."""
    return None if frame is None else _innermost(_callers(frame))


def place_of_error(error: BaseException) -> Place | None:
    """The line of the user's that raised, None if it was one of ours."""
    return _innermost(reversed(list(_steps(error.__traceback__))), INSTALLED)


# The two functions of `traceback` that do this, without the modules that it loads for printing.
def _callers(frame: FrameType | None) -> Iterator[tuple[FrameType, int]]:
    while frame is not None:
        yield frame, frame.f_lineno
        frame = frame.f_back


def _steps(step: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while step is not None:
        yield step.tb_frame, step.tb_lineno
        step = step.tb_next


def _innermost(steps: Iterable[tuple[FrameType, int]], others: str = "") -> Place | None:
    """The first of these lines, from the inside out, that is not Python's, if it is the user's."""
    for frame, line in steps:
        file = frame.f_code.co_filename
        if file.startswith(OURS) and file not in WORLDS:
            return None
        if not _is_pythons_own(file) and not (others and others in file):
            return Place(file, line, frame.f_code.co_qualname)
    return None


def _is_pythons_own(file: str) -> bool:
    if file.startswith(("<frozen ", "<string>", "<__array_function__")):
        return True
    return file.startswith(LIBRARY) and INSTALLED not in file
