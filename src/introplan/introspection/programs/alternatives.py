"""Alternatives of a condition, in as few words as can be had cheaply.

Paths of a program split a condition into cases that often differ in a part that does not matter:
`dead and won` and `not dead and won` are `won` (the merging step of the method of Quine 1952 and
McCluskey 1956).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from introplan.symbolic.terms.build import conjoin, negate
from introplan.symbolic.terms.term import And, Or, Term

MAX_MERGED_ALTERNATIVES = 40
"""Alternatives that are compared in pairs; more are not read by people anyway."""


def alternatives(condition: Term) -> Sequence[Term]:
    """The parts of a disjunction; two that differ in the truth of one conjunct are one."""
    found = list(condition.children) if isinstance(condition, Or) else [condition]
    if len(found) > MAX_MERGED_ALTERNATIVES:
        return found
    while (pair := _mergeable(found)) is not None:
        one, two, shared = pair
        found = [part for part in found if part not in (one, two, shared)]
        found.append(shared)
    return found


def _mergeable(found: Sequence[Term]) -> tuple[Term, Term, Term] | None:
    """Two alternatives that can be one, and that one."""
    for one, two in combinations(found, 2):
        first, second = set(_conjuncts(one)), set(_conjuncts(two))
        own, other = first - second, second - first
        if len(own) == len(other) == 1 and negate(own.pop()) is other.pop():
            return one, two, conjoin([part for part in _conjuncts(one) if part in second])
    return None


def _conjuncts(condition: Term) -> tuple[Term, ...]:
    return condition.children if isinstance(condition, And) else (condition,)
