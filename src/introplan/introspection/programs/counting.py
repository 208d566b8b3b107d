"""Counting what is unmet: the number of simple conditions of a target that do not hold yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.compiling import compiled_one
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.substitution import spelled_out
from introplan.introspection.programs.targets import MOST_ALTERNATIVES, Target
from introplan.introspection.programs.terms import And, Or, Term


def count_of_unmet(reading: Reading, target: Target) -> Callable[[Any], float]:
    """A function from states to the number of conditions of the target that are unmet."""
    options = [_unmet(spelled_out(c)) for c in target.alternatives[:MOST_ALTERNATIVES]]
    read, function = reading.read, compiled_one(terms.smallest(options), reading.order)
    assert read is not None

    def count(state: Any) -> float:
        try:
            return float(function(read(state)))
        except (AttributeError, IndexError, KeyError, TypeError):
            return 0.0

    return count


def _unmet(condition: Term) -> Term:
    match condition:
        case And(parts):
            return terms.combine(*((_unmet(part), 1) for part in parts))
        case Or(parts):
            return terms.smallest([_unmet(part) for part in parts])
        case _:
            return terms.choose(condition, terms.ZERO, terms.ONE)
