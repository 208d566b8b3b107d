"""Negation normal form: negation only in front of literals, quantifiers where they were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from introplan.logic.formula import And, Exists, Forall, Formula, Literal, Not, Or


def normal_form(formula: Formula, *, want: bool = True) -> Formula:
    """A formula that is true exactly when the truth of `formula` is `want` (De Morgan)."""
    match formula:
        case Literal():
            return formula if want else Not(formula)
        case Not(child):
            return normal_form(child, want=not want)
        case And(children) | Or(children):
            parts = tuple(normal_form(c, want=want) for c in children)
            return And(parts) if isinstance(formula, And) == want else Or(parts)
        case Exists(variable, child) | Forall(variable, child):
            body = normal_form(child, want=want)
            is_exists = isinstance(formula, Exists) == want
            return Exists(variable, body) if is_exists else Forall(variable, body)
        case _:
            assert_never(formula)


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts that must all be true, nested conjunctions opened."""
    if isinstance(formula, And):
        for child in formula.children:
            yield from conjuncts(child)
    else:
        yield formula


def disjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts of which one must be true, nested disjunctions opened."""
    if isinstance(formula, Or):
        for child in formula.children:
            yield from disjuncts(child)
    else:
        yield formula
