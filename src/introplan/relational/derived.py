"""Derived predicates, by definition: literals that follow from others by stratified rules.

This is the semantics of PDDL 2.2 (Edelkamp and Hoffmann 2004): within a stratum rules are applied
until nothing new follows, and what a rule negates lies in a lower stratum. Every object is tried.
Search (`derivation.py`) and the judge (`verification/derivation.py`) each have a faster way, and
tests compare both with this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.numbers import NO_NUMBERS, Numbers
from introplan.relational.rewriting import Binding, replaced
from introplan.relational.state import Objects


@dataclass(frozen=True, slots=True)
class DerivedRule:
    """The literal `head` is true whenever `body` is; no action adds or deletes it."""

    head: Literal
    body: Formula

    @property
    def parameters(self) -> tuple[Variable, ...]:
        """The variables of the head."""
        return tuple(t for t in self.head.terms if isinstance(t, Variable))


def with_derived(
    rules: tuple[DerivedRule, ...],
    objects: Objects,
    facts: Set[Literal],
    numbers: Numbers = NO_NUMBERS,
) -> Set[Literal]:
    """`facts` and everything that the rules derive from them and from the numbers."""
    if not rules:
        return facts
    known = set(facts)
    for stratum in strata(rules):
        moments = Moments(objects, known, numbers=numbers)
        while new := {x for rule in stratum for x in _derived(rule, moments)} - known:
            known |= new
    return known


def strata(rules: tuple[DerivedRule, ...]) -> list[list[DerivedRule]]:
    """The rules in layers: what a rule negates is complete before the rule is used.

    Raises ValueError with the predicate's name if one depends on its own negation.
    """
    derived = {rule.head.predicate for rule in rules}
    level = dict.fromkeys(derived, 0)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            for literal, is_positive in signed_literals(rule.body):
                if literal.predicate in derived:
                    needed = level[literal.predicate] + (not is_positive)
                    if level[rule.head.predicate] < needed:
                        level[rule.head.predicate] = needed
                        changed = True
                    if needed > len(derived):
                        raise ValueError(rule.head.predicate.name)
    return [
        [rule for rule in rules if level[rule.head.predicate] == height]
        for height in sorted(set(level.values()))
    ]


def signed_literals(formula: Formula, *, sign: bool = True) -> Iterator[tuple[Literal, bool]]:
    """Every literal of `formula` and whether its truth helps the formula's (else: hinders)."""
    match formula:
        case Literal():
            yield formula, sign
        case Comparison():
            return
        case Not(child):
            yield from signed_literals(child, sign=not sign)
        case And(children) | Or(children):
            for child in children:
                yield from signed_literals(child, sign=sign)
        case Exists(_, child) | Forall(_, child):
            yield from signed_literals(child, sign=sign)
        case _:
            assert_never(formula)


def derived_predicates(rules: Iterable[DerivedRule]) -> frozenset[Predicate]:
    """The predicates that rules define."""
    return frozenset(rule.head.predicate for rule in rules)


def _derived(rule: DerivedRule, moments: Moments) -> Iterator[Literal]:
    objects, known = moments.objects, moments.after
    for choice in product(*(objects.of(v.types) for v in rule.parameters)):
        binding: Binding = dict(zip(rule.parameters, choice, strict=True))
        terms = tuple(replaced(t, binding) for t in rule.head.terms)
        head = Literal(rule.head.predicate, terms)
        if head not in known and holds(rule.body, moments, binding):
            yield head
