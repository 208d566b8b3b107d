"""Functions of `x`, `y` (whole numbers from -2 to 3) and `flag`, executed symbolically.

A function of these is understood if, for every input, exactly one path fits and says what CPython
says: the same value of the same type, or an exception of the same class.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import Box, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.interpreter.interpreter import Interpreter, paths_of
from introplan.symbolic.interpreter.paths import Path
from introplan.symbolic.interpreter.values import as_term, sequence
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.term import Sort, Var

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
FLAG = Var("flag", Sort.BOOL)
ORDER = (X, Y, FLAG)
BOX: Box = {X: Range(-2, 3), Y: Range(-2, 3), FLAG: OneOf((False, True))}
INPUTS = tuple(itertools.product(range(-2, 4), range(-2, 4), (False, True)))
BUDGET_SECONDS = 5.0


def new_run() -> Interpreter:
    """An execution that has decided nothing yet."""
    return Interpreter(Context(Budget.of(BUDGET_SECONDS)), PathCondition.of(BOX))


def paths_through(function: Callable[..., Any], *, max_paths: int = 2000) -> list[Path]:
    """All paths through a function of x, y and flag."""
    context = Context(Budget.of(BUDGET_SECONDS), max_paths)
    return paths_of(context, PathCondition.of(BOX), function, lambda run: list(ORDER))


def refusal_of(function: Callable[..., Any]) -> str:
    """What is refused in a function; fails if nothing is."""
    try:
        paths_through(function)
    except Refused as refusal:
        return refusal.construct
    raise AssertionError("nothing is refused")


def wrong_answers(function: Callable[..., Any]) -> list[str]:
    """The inputs for which the paths do not say what CPython says, and how."""
    ready = [(path, _compiled(path)) for path in paths_through(function)]
    return [text for row in INPUTS if (text := _wrong(function, ready, row))]


def _compiled(path: Path) -> Callable[[tuple[Any, ...]], tuple[bool, list[Any]]]:
    guard = compiled([condition for condition, _ in path.conditions], ORDER)
    choices = [choice for _, choice in path.conditions]
    values = compiled([] if path.raised else [as_term(v) for v in _parts(path.result)], ORDER)
    return lambda row: (list(map(bool, guard(row))) == choices, list(values(row)))


def _parts(value: Any) -> list[Any]:
    parts = sequence(value)
    return [value] if parts is None else [v for part in parts for v in _parts(part)]


def _wrong(function: Callable[..., Any], ready: list[Any], row: tuple[Any, ...]) -> str:
    try:
        expected, error = _parts(function(*row)), None
    except Exception as raised:
        expected, error = [], type(raised)
    fitting = [path for path, fits in ready if fits(row)[0]]
    if len(fitting) != 1:
        return f"{row}: {len(fitting)} paths fit"
    if fitting[0].raised is not error:
        return f"{row}: raises {fitting[0].raised}, not {error}"
    found = (
        [] if error else next(values for _, fits in ready for fit, values in [fits(row)] if fit)
    )
    same = found == expected and list(map(type, found)) == list(map(type, expected))
    return "" if same else f"{row}: {found}, not {expected}"
