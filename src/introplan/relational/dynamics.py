"""What the rules of a domain can change: its delete relaxation, and its static predicates.

In the delete relaxation (Bonet and Geffner 2001) every effect of an action, conditional or not,
and every derived rule is a step: parameters, a condition, and what it adds and deletes. The first
effect of an action stands for the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from introplan.relational.arithmetic import ASSIGN
from introplan.relational.derivation import Derivation
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain
from introplan.relational.fluents import numeric_effects
from introplan.relational.formula import EQUALS, And, Formula, Literal, Predicate, Variable
from introplan.relational.grounding import NounVocabulary, Statics
from introplan.relational.numbers import FunctionTerm, functions_of
from introplan.relational.numeric_queries import value_predicate_of
from introplan.relational.query import Facts
from introplan.relational.rewriting import conjuncts, functions_read, normal_form
from introplan.relational.state import State


@dataclass(frozen=True, slots=True)
class RelaxedStep:
    """Wherever `condition` is possible, these literals become possible, or possibly false.

    What an effect does to numbers is left out: a comparison of numbers that change is possible.
    """

    action: str | None
    parameters: tuple[Variable, ...]
    condition: Formula
    adds: tuple[Literal, ...]
    deletes: tuple[Literal, ...]

    def split_condition(self) -> tuple[tuple[Literal, ...], tuple[Formula, ...]]:
        """The positive literals, which can be joined, and everything else in the condition."""
        parts = list(conjuncts(normal_form(self.condition)))
        joined = tuple(p for p in parts if isinstance(p, Literal) and p.predicate != EQUALS)
        return joined, tuple(p for p in parts if p not in joined)


def relaxed_steps(domain: Domain) -> Iterator[RelaxedStep]:
    """All steps, in the order of the domain."""
    for schema in domain.actions:
        for number, effect in enumerate(schema.effects):
            yield RelaxedStep(
                None if number else schema.name,
                (*schema.parameters, *effect.variables),
                And((schema.precondition, effect.condition)),
                effect.adds,
                effect.deletes,
            )
    for rule in domain.derived:
        yield RelaxedStep(None, rule.parameters, rule.body, (rule.head,), ())


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
    """The directions of change in the effects; derived predicates change in both."""
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
    values = list(value_rows(state))
    facts = Facts(((f.predicate, *f.terms) for f in state.facts), numeric={v[0] for v in values})
    for row in values:
        facts.add(row)
    derived = Derivation(domain.derived, NounVocabulary(state.objects)).derive(facts)
    known = state.facts.union(Literal(row[0], row[1:]) for row in derived)
    return replace(state, facts=known)


def functions_used(domain: Domain, *, only_read: bool = False) -> Iterator[FunctionTerm]:
    """The functions that conditions and effects of a domain need a value of.

    What an effect changes needs one, too; that is left out if it is asked what is `only_read`.
    """
    for condition in domain.conditions():
        yield from functions_read(condition)
    for amount in () if domain.reward is None else domain.reward.amounts:
        yield from functions_of(amount.expression)
    for effect in numeric_effects(domain.actions):
        yield from functions_of(effect.amount)
        if effect.operator != ASSIGN and not only_read:
            yield effect.target


def assigned_functions(domain: Domain) -> Iterator[str]:
    """The functions that some effect gives a value, whether they had one or not."""
    effects = numeric_effects(domain.actions)
    yield from (effect.target.name for effect in effects if effect.operator == ASSIGN)


def value_rows(state: State) -> Iterator[tuple[Any, ...]]:
    """The values of all functions as rows of nouns, the number last."""
    for values in (state.numbers.fixed, state.numbers.changing):
        for term, value in values.items():
            yield (value_predicate_of(term), *term.terms, value)


def statics_of(domain: Domain, state: State) -> Statics:
    """The objects and facts that no action changes, as they are in `state`."""
    return Statics.of(
        state.objects,
        state.facts,
        directions(domain).changing,
        numbers=state.numbers.fixed,
        changing_functions=domain.changing_functions,
    )
