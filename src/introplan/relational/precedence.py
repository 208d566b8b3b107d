"""Goal orderings read off the action schemas (Koehler and Hoffmann 2000).

Putting an item into a drawer needs the drawer open. So wherever both "the item is in the drawer"
and "the drawer is closed" are goals, the drawer is closed last: closing it first would have to be
undone. This is the *reasonable order* of the field, computed on the lifted schemas: one literal
comes before another if *every* action that achieves it has a precondition that contradicts the
other one, and does not change that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain
from introplan.relational.formula import EQUALS, And, Literal, Not, Predicate
from introplan.relational.rewriting import conjuncts, normal_form

Side: TypeAlias = tuple[Predicate, bool]
"""A predicate, and the truth that one of its literals should have."""


@dataclass(frozen=True, slots=True, order=True)
class Precedence:
    """Literals of `earlier` come before the literal of `later` with the objects at `positions`."""

    earlier: Side
    later: Side
    positions: tuple[int, ...]


Following: TypeAlias = tuple[Side, tuple[int, ...]]


def precedences(domain: Domain) -> tuple[Precedence, ...]:
    """All orderings that the action schemas imply."""
    following: dict[Side, set[Following]] = {}
    for schema in domain.actions:
        for effect in schema.effects:
            contradicted = list(_contradicted(schema, effect))
            for truth, changed in ((True, effect.adds), (False, effect.deletes)):
                for literal in changed:
                    side = (literal.predicate, truth)
                    found = {f for x, t in contradicted for f in _seen_from(literal, x, t)}
                    following[side] = following.get(side, found) & found
    derived = derived_predicates(domain.derived)
    return tuple(
        sorted(
            Precedence(side, later, positions)
            for side, found in following.items()
            for later, positions in found
            if later[0] not in derived and later != side
        )
    )


def _contradicted(
    schema: ActionSchema, effect: ConditionalEffect
) -> Iterator[tuple[Literal, bool]]:
    """The literals, with a truth, that are violated before and after this effect."""
    for part in conjuncts(normal_form(And((schema.precondition, effect.condition)))):
        needed = part.child if isinstance(part, Not) else part
        changed = schema.adds if isinstance(part, Not) else schema.deletes
        if isinstance(needed, Literal) and needed.predicate != EQUALS and needed not in changed:
            yield needed, isinstance(part, Not)


def _seen_from(achieved: Literal, contradicted: Literal, truth: bool) -> Iterator[Following]:
    """One literal in terms of the objects of another, if they are enough to name it."""
    if all(term in achieved.terms for term in contradicted.terms):
        positions = tuple(achieved.terms.index(term) for term in contradicted.terms)
        yield (contradicted.predicate, truth), positions
