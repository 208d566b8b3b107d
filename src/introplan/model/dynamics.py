"""What the rules of a domain can change at all, and in which direction."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.logic.formula import Literal, Predicate
from introplan.logic.grounding import NounVocabulary, Statics
from introplan.logic.query import Facts
from introplan.model.derivation import Derivation
from introplan.model.derived import derived_predicates
from introplan.model.domain import Domain
from introplan.model.state import State


@dataclass(frozen=True, slots=True)
class Directions:
    """The predicates of which some action can make literals true, and false."""

    addable: frozenset[Predicate]
    deletable: frozenset[Predicate]

    @property
    def changing(self) -> frozenset[Predicate]:
        """The predicates that are not static."""
        return self.addable | self.deletable


def directions(domain: Domain) -> Directions:
    """Read off the effects; derived predicates count as both, since rules work both ways."""
    effects = [e for schema in domain.actions for e in schema.effects]
    derived = derived_predicates(domain.derived)
    return Directions(
        frozenset(x.predicate for e in effects for x in e.adds) | derived,
        frozenset(x.predicate for e in effects for x in e.deletes) | derived,
    )


def closed(domain: Domain, state: State) -> State:
    """The state with its derived literals among the facts."""
    if not domain.derived:
        return state
    facts = Facts((f.predicate, *f.terms) for f in state.facts)
    Derivation(domain.derived, NounVocabulary(state.objects)).derive(facts)
    return State(state.objects, frozenset(Literal(row[0], row[1:]) for row in facts))


def statics_of(domain: Domain, state: State) -> Statics:
    """The objects and facts that stay as they are whatever is done from `state`."""
    return Statics.of(state.objects, state.facts, directions(domain).changing)
