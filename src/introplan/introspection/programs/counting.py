"""Counting what is unmet: the number of simple conditions of a target that do not hold yet.

How often r_max can be paid: the steps that must lie between two milestones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from introplan.introspection.heuristics.additive import MAX_ALTERNATIVES, Target
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import spelled_out, substituted
from introplan.symbolic.terms.term import And, Or, Term


def count_of_unmet(reading: Reading, target: Target) -> Callable[[Any], float]:
    """A function from states to the number of conditions of the target that are unmet."""
    options = [_unmet(spelled_out(c)) for c in target.alternatives[:MAX_ALTERNATIVES]]
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


def least_gap(reading: Reading, target: Target | None) -> int:
    """2 if no step leads from a milestone straight to a milestone, otherwise 1."""
    if target is None or target.due or reading.operators is None:
        return 1
    condition = target.condition
    for operator in reading.operators:
        known = operator.known.copy()
        if not known.learn(condition, True):
            continue
        if known.truth(substituted(condition, operator.effects)) is not False:
            return 1
    return 2


def second_reward(reading: Reading, most: float | None) -> float:
    """The most that a step pays which does not pay r_max."""
    if most is None:
        return 0.0
    if reading.payments is None:
        return most
    if any(p.least < most <= p.most for p in reading.payments):
        return most
    return max((p.most for p in reading.payments if p.most < most), default=most)
