"""Where in the user's files a diagnostic points to when no single line is to blame: the `def`."""

from __future__ import annotations

import inspect
import linecache
from functools import partial
from types import CodeType
from typing import Any

from introplan.errors import IntroplanError, ModelError
from introplan.introspection.programs.signals import Refused
from introplan.programs.program import ProgramTask

FARTHEST = 50
"""Decorators take no more lines than this."""


def place_of(task: ProgramTask, part: str) -> tuple[str, int]:
    """The file and the line of the `def` of a function of the model; `transition` for a state."""
    for name in (part, "transition", "reward"):
        code = _code_of(getattr(task.program, name, None))
        if code is not None:
            return code.co_filename, _line_of_def(code)
    return "<model>", 0


def failing(error: IntroplanError) -> Refused:
    """A refusal for a model that does not run."""
    if not isinstance(error, ModelError):
        return Refused("PY-RAISES", f"a step of the model fails: {str(error).splitlines()[0]}")
    refusal = Refused("PY-RAISES", f"a step of the model fails: {error.message.splitlines()[0]}")
    if error.file is not None:
        refusal.at(error.file, error.line or 0)
    return refusal


def _code_of(function: Any) -> CodeType | None:
    while isinstance(function, partial):
        function = function.func
    if not callable(function):
        return None
    inner = inspect.unwrap(function)
    code = getattr(inner, "__code__", None)
    if code is None:
        code = getattr(getattr(inner, "__call__", None), "__code__", None)  # noqa: B004
    return code if isinstance(code, CodeType) else None


def _line_of_def(code: CodeType) -> int:
    """The line of `def`, below the decorators."""
    first = code.co_firstlineno
    for line in range(first, first + FARTHEST):
        text = linecache.getline(code.co_filename, line).split()
        if text[:2] == ["async", "def"] or text[:1] == ["def"]:
            return line
        if text and line == first and not text[0].startswith("@"):
            break
    return first
