"""What one action can do: the schemas, and the objects, with which a step changes a literal.

A step is one action. If it makes several literals true or false, one schema must have effects for
all of them, and its parameters must stand for the same objects in each. Only the effects are
looked at: what else the action needs is not, so an action that is listed may be impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from introplan.relational.action import ActionSchema
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain
from introplan.relational.formula import Constant, Literal, Predicate, Variable

Way: TypeAlias = tuple[str, tuple[Constant | None, ...]]
"""An action schema by name, and its arguments as far as they are known."""


class SingleAction:
    """The effects of a domain, by what they change."""

    def __init__(self, domain: Domain) -> None:
        self._derived = derived_predicates(domain.derived)
        self._effects: dict[tuple[Predicate, bool], list[tuple[ActionSchema, Literal]]] = {}
        for schema in domain.actions:
            for effect in schema.effects:
                for truth, literals in ((True, effect.adds), (False, effect.deletes)):
                    for literal in literals:
                        key = literal.predicate, truth
                        self._effects.setdefault(key, []).append((schema, literal))

    def ways(self, literal: Literal, truth: bool) -> list[Way] | None:
        """The actions that can give a ground literal this truth; None: it may be any."""
        if literal.predicate in self._derived:
            return None
        found = self._effects.get((literal.predicate, truth), [])
        ways = (_way(schema, effect, literal) for schema, effect in found)
        return list(dict.fromkeys(way for way in ways if way is not None))


def _way(schema: ActionSchema, effect: Literal, literal: Literal) -> Way | None:
    """The arguments with which the effect is about the literal, if there are any."""
    known: dict[Variable, Constant] = {}
    for own, term in zip(effect.terms, literal.terms, strict=True):
        if isinstance(own, Variable):
            if own in schema.parameters and known.setdefault(own, _constant(term)) != term:
                return None
        elif own != term:
            return None
    return schema.name, tuple(known.get(v) for v in schema.parameters)


def _constant(term: object) -> Constant:
    assert isinstance(term, Constant), "the literals of a goal are ground"
    return term


def merged(ways: Iterable[Way] | None, others: Iterable[Way]) -> list[Way]:
    """The ways that both allow."""
    if ways is None:
        return list(others)
    rest = list(others)
    both = (way for one in ways for other in rest for way in _both(one, other))
    return list(dict.fromkeys(both))


def _both(one: Way, other: Way) -> Iterator[Way]:
    (name, known), (other_name, rest) = one, other
    if name != other_name:
        return
    pairs = list(zip(known, rest, strict=True))
    if all(a is None or b is None or a == b for a, b in pairs):
        yield name, tuple(a or b for a, b in pairs)
