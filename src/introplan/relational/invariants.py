"""Mutual exclusion: predicates of which at most one literal of a kind is true at a time.

A robot is at one place. Such an invariant is found by looking at the rules alone (Gerevini and
Schubert 1998; Helmert 2009, restricted to one predicate): it holds at the start, and every action
that makes such a literal true needs another of the same kind, which it makes false.

>>> import introplan as ip
>>> domain = ip.parse_domain('''
... (define (domain walk) (:predicates (at ?r ?x) (seen ?x))
...   (:action go :parameters (?r ?x ?y) :precondition (at ?r ?x)
...     :effect (and (not (at ?r ?x)) (at ?r ?y) (seen ?y))))''')
>>> problem = "(define (problem p) (:domain walk) (:objects a b) (:init (at a a)) (:goal (and)))"
>>> task = ip.parse_problem(domain, problem)
>>> sorted((i.predicate.name, i.place) for i in invariants(task.domain, task.start))
[('at', 1)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from introplan.relational.action import ActionSchema
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain
from introplan.relational.formula import Literal, Predicate
from introplan.relational.rewriting import conjuncts, normal_form
from introplan.relational.state import State


@dataclass(frozen=True, slots=True)
class Invariant:
    """Of the literals that differ only in the term at `place`, at most one is true."""

    predicate: Predicate
    place: int

    def kind(self, literal: Literal) -> Hashable:
        """What two literals have in common if they exclude each other."""
        others = tuple(t for i, t in enumerate(literal.terms) if i != self.place)
        return self.predicate, self.place, others, literal.moment


def invariants(domain: Domain, start: State) -> list[Invariant]:
    """The invariants of this form that hold in every state that can be reached from `start`."""
    derived = derived_predicates(domain.derived)
    names = [s.predicate for s in domain.predicates if s.predicate not in derived]
    found = (Invariant(p, place) for p in names for place in range(p.arity))
    return [i for i in found if _holds_at(start, i) and _is_kept(domain, i)]


def _holds_at(start: State, invariant: Invariant) -> bool:
    facts = (f for f in start.facts if f.predicate == invariant.predicate)
    return all(count == 1 for count in Counter(map(invariant.kind, facts)).values())


def _is_kept(domain: Domain, invariant: Invariant) -> bool:
    return all(_keeps(schema, invariant) for schema in domain.actions)


def _keeps(schema: ActionSchema, invariant: Invariant) -> bool:
    """Does each literal that is made true take the place of another, which is made false?"""
    own = invariant.predicate
    added = [x for x in schema.adds if x.predicate == own]
    if any(x.predicate == own for e in schema.conditional for x in e.adds):
        return False
    required = [c for c in conjuncts(normal_form(schema.precondition)) if isinstance(c, Literal)]
    replaced = [x for x in schema.deletes if x.predicate == own and x in required]
    return len(added) <= 1 and all(
        any(invariant.kind(x) == invariant.kind(y) for y in replaced) for x in added
    )


def exclusive_kinds(literal: Literal, known: list[Invariant]) -> Iterator[Hashable]:
    """The kinds of a ground literal of which at most one can be true."""
    for invariant in known:
        if invariant.predicate == literal.predicate:
            yield invariant.kind(literal)
