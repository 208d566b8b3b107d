"""Where in the user's files a diagnostic points to when no single line is to blame: the `def`.

What to say of a new state that does not have the shape of the sampled ones.
"""

from __future__ import annotations

import inspect
import linecache
import re
from functools import partial
from itertools import takewhile
from types import CodeType
from typing import Any

from introplan.errors import IntroplanError, ModelError
from introplan.introspection.programs.randomness import draws
from introplan.programs.program import Program, ProgramTask
from introplan.symbolic.interpreter.values import Array, Entries, Value, is_concrete, sequence
from introplan.symbolic.refusal import Diagnostic, Refused, kind_of

CHANCE_HINT = "draw in the start alone, or keep what was drawn in the state"
"""What to write in place of a call that draws."""

MAX_DECORATOR_LINES = 50
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


def randomness(world: Program) -> list[Diagnostic]:
    """A diagnostic for each call that may give something else each time (`randomness.py`)."""
    consequence = "may go differently each time: where it does, nothing can be planned"
    return [
        Diagnostic(
            "PY-NONDET", draw.file, draw.line, draw.text, f"{draw.part} {consequence}", CHANCE_HINT
        )
        for draw in draws(world)
    ]


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
    for line in range(first, first + MAX_DECORATOR_LINES):
        text = linecache.getline(code.co_filename, line).split()
        if text[:2] == ["async", "def"] or text[:1] == ["def"]:
            return line
        if text and line == first and not text[0].startswith("@"):
            break
    return first


SAME_KEYS = "have all keys from the start, with a value such as 0 or None for those not there yet"
SAME_LENGTH = "keep the length, with a value such as 0 or None for places not filled yet"


def misfit(kind: type, value: Value, names: list[str]) -> Refused:
    """The refusal of a value where all samples were of one shape of parts with these names."""
    place = _place(names)
    if isinstance(value, Entries):
        return Refused("PY-SHAPE", f"{place} gets or loses a key of a dictionary", SAME_KEYS)
    if isinstance(value, Array):
        return Refused("PY-SHAPE", f"{place} becomes an array of another size", "keep its size")
    items = sequence(value)
    if items is not None and kind in (tuple, list):
        what = f"{place} becomes a {_kind_text(value)} of length {len(items)}"
        return Refused("PY-SHAPE", f"{what}, unlike in the sampled states", SAME_LENGTH)
    article = "an" if kind.__name__[:1].lower() in "aeiou" else "a"
    what = f"{place} becomes {_text(value)}, but is {article} {kind.__name__} in sampled states"
    return Refused("PY-SHAPE", what)


def _kind_text(value: Any) -> str:
    kind: type = getattr(value, "kind", type(value))
    return kind.__name__


def _text(value: Any) -> str:
    if value is None:
        return "None"
    kind = getattr(value, "kind", None)
    if not is_concrete(value) and isinstance(kind, type):
        return f"an object of type {kind.__name__}"
    return kind_of(value)


def _place(names: list[str]) -> str:
    """The part of the state that has parts of these names."""
    holders = {name.rpartition(" in ")[2] for name in names if " in " in name}
    if len(holders) == 1 and all(" in " in name for name in names):
        return holders.pop()
    found = re.match(r"(.+)[\[.]", _common_start(names))
    return found[1] if found else "the state"


def _common_start(names: list[str]) -> str:
    columns = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "".join(letters[0] for letters in columns)
