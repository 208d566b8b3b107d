"""What became of a piece of program that was to be merged, on an earlier path.

Each path runs the program from its start, with the decisions of an earlier path up to a fork
(paths.py). Up to there everything comes out as it did: a piece that could not be merged still
cannot, and one that became a term is the same term. Only what nothing can change is recalled:
lists have to be made anew for each path.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TypeVar

from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.values import Value
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms.term import TERMS

T = TypeVar("T")

LASTING = (*TERMS, bool, int, float, str, bytes, enum.Enum, type(None))

_FAILED = object()


def recalled(run: Execution, piece: Callable[[], T], lasts: Callable[[T], bool]) -> T:
    """What a piece comes to, or came to after the same decisions; raises `CannotMerge` again.

    `lasts` says whether an outcome can be used on other paths.
    """
    run.pieces += 1
    place = (run.pieces, *(choice for _, choice in run.trace))
    known = run.outcomes
    if place in known:
        if known[place] is _FAILED:
            raise CannotMerge
        outcome, run.line = known[place]
        return outcome  # type: ignore[no-any-return]
    try:
        outcome = piece()
    except CannotMerge:
        known[place] = _FAILED
        raise
    if lasts(outcome):
        known[place] = (outcome, run.line)
    return outcome


def is_lasting(value: Value) -> bool:
    """Can nothing change this value, and is nothing asked of its identity?"""
    return isinstance(value, LASTING)
