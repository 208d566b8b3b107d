"""The truth of a formula by definition: short, slow, and what the rest is tested against."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Variable,
)
from introplan.relational.numbers import NO_NUMBERS, FunctionTerm, Numbers, ground_function
from introplan.relational.rewriting import Binding, replaced, without
from introplan.relational.state import Objects

NO_LITERALS: frozenset[Literal] = frozenset()


@dataclass(frozen=True, slots=True)
class Moments:
    """A transition as seen by a formula: literals and numbers after and before, the action done.

    Facts are stored without a moment; `did` holds the one literal of the action, as
    `(did (pick a))`. A formula that speaks of a single state needs `after` alone.
    """

    objects: Objects
    after: Set[Literal]
    before: Set[Literal] = NO_LITERALS
    did: Literal | None = None
    numbers: Numbers = NO_NUMBERS
    numbers_before: Numbers = NO_NUMBERS

    def value(self, term: FunctionTerm) -> float | None:
        """The value of a ground function at its moment, None where it has none."""
        is_before = term.moment is Moment.BEFORE
        return (self.numbers_before if is_before else self.numbers).value(term)


def holds(formula: Formula, moments: Moments, binding: Binding | None = None) -> bool:
    """Is `formula` true? Free variables are looked up in `binding`."""
    return _holds(formula, moments, binding or {})


def _holds(formula: Formula, moments: Moments, binding: Binding) -> bool:
    match formula:
        case Literal():
            return is_true(formula, moments, binding)
        case Comparison():
            return formula.holds(lambda term: moments.value(ground_function(term, binding)))
        case Not(child):
            return not _holds(child, moments, binding)
        case And(children):
            return all(_holds(c, moments, binding) for c in children)
        case Or(children):
            return any(_holds(c, moments, binding) for c in children)
        case Exists(variable, child):
            return any(_holds(child, moments, b) for b in _each(variable, moments, binding))
        case Forall(variable, child):
            return all(_holds(child, moments, b) for b in _each(variable, moments, binding))
        case _:
            assert_never(formula)


def _each(variable: Variable, moments: Moments, binding: Binding) -> Iterator[Binding]:
    """`binding` with each object in turn in place of `variable`, which shadows its own name."""
    inner = dict(without(binding, variable))
    for constant in moments.objects.of(variable.types):
        inner[variable] = constant
        yield inner


def is_true(literal: Literal, moments: Moments, binding: Binding) -> bool:
    """Is the literal a fact at its moment, or the action done, or an equality that holds?"""
    terms = tuple([replaced(t, binding) for t in literal.terms])
    if literal.predicate.name == EQUALS.name:
        return terms[0] == terms[1]
    if literal.moment is Moment.DID:
        return moments.did == Literal(literal.predicate, terms, Moment.DID)
    facts = moments.after if literal.moment is Moment.AFTER else moments.before
    return Literal(literal.predicate, terms) in facts
