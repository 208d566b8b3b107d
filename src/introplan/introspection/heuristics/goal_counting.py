"""Goal counting: the number of simple conditions of a target that do not hold yet.

The count of unmet goals as an estimate of the distance (General Problem Solver, Newell & Simon
1963; the paper's STRIPS literal-counting heuristic). It is not admissible: one step may meet
several conditions.
"""

from __future__ import annotations

from typing import Any

from introplan.introspection.findings import Heuristic
from introplan.introspection.heuristics.distance import MAX_ALTERNATIVES, Target
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import spelled_out
from introplan.symbolic.terms.term import And, Or, Term


def count_of_unmet(reading: Reading, target: Target) -> Heuristic:
    """A function from states to the number of conditions of the target that are unmet."""
    options = [_unmet(spelled_out(c)) for c in target.alternatives[:MAX_ALTERNATIVES]]
    term = terms.smallest(options)
    read, function = reading.read, compiled_one(term, reading.order)
    assert read is not None

    def count(state: Any) -> float:
        try:
            return float(function(read(state)))
        except (AttributeError, IndexError, KeyError, TypeError):
            return 0.0

    return Heuristic(count, "unmet conditions", admissible=False, term=term)


def _unmet(condition: Term) -> Term:
    match condition:
        case And(parts):
            return terms.combine(*((_unmet(part), 1) for part in parts))
        case Or(parts):
            return terms.smallest([_unmet(part) for part in parts])
        case _:
            return terms.choose(condition, terms.ZERO, terms.ONE)
