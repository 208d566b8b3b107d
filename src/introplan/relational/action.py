"""Action schemas, and what an action does to the true literals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from introplan.mdp import add
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    TRUE,
    Constant,
    Formula,
    Literal,
    Moment,
    Predicate,
    Term,
    Variable,
)
from introplan.relational.rewriting import Binding, replaced
from introplan.relational.state import Objects


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """A number that the problem file gives: (distance a b)."""

    name: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.name, *map(str, self.terms)])})"


CostTerm: TypeAlias = float | FunctionTerm


@dataclass(frozen=True, slots=True)
class ConditionalEffect:
    """For all `variables` for which `condition` held before: add and delete these as well."""

    variables: tuple[Variable, ...]
    condition: Formula
    adds: tuple[Literal, ...]
    deletes: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class ActionSchema:
    """What can be done, when, and what changes then; deletes first, adds after."""

    name: str
    parameters: tuple[Variable, ...] = ()
    precondition: Formula = TRUE
    adds: tuple[Literal, ...] = ()
    deletes: tuple[Literal, ...] = ()
    conditional: tuple[ConditionalEffect, ...] = ()
    cost: tuple[CostTerm, ...] = ()

    @property
    def effects(self) -> tuple[ConditionalEffect, ...]:
        """All effects in one form: the plain ones are those without variables or condition."""
        return (ConditionalEffect((), TRUE, self.adds, self.deletes), *self.conditional)


@dataclass(frozen=True, slots=True, order=True)
class GroundAction:
    """An action schema's name with objects in place of its parameters: (pick i1 d1)."""

    name: str
    arguments: tuple[Constant, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join([self.name, *map(str, self.arguments)])})"

    def __repr__(self) -> str:
        return str(self)  # lists of actions are read by people, and read back by `parse_action`


def did(action: GroundAction) -> Literal:
    """The literal that says `action` was the one just taken."""
    return Literal(Predicate(action.name, len(action.arguments)), action.arguments, Moment.DID)


def action_of(literal: Literal) -> GroundAction:
    """The action that a ground `did` literal names."""
    arguments = tuple(t for t in literal.terms if isinstance(t, Constant))
    return GroundAction(literal.predicate.name, arguments)


def changes(
    schema: ActionSchema, binding: Binding, moments: Moments
) -> tuple[set[Literal], set[Literal]]:
    """The literals that `schema` adds and deletes under `binding`; conditions are read before."""
    adds: set[Literal] = set()
    deletes: set[Literal] = set()
    for effect in schema.effects:
        for full in _bindings(effect.variables, binding, moments.objects):
            if holds(effect.condition, moments, full):
                adds.update(_grounded(effect.adds, full))
                deletes.update(_grounded(effect.deletes, full))
    return adds, deletes


def cost_of(schema: ActionSchema, binding: Binding, values: Mapping[FunctionTerm, float]) -> float:
    """The sum of the schema's cost terms; functions are looked up in `values`."""
    cost = 0.0
    for term in schema.cost:
        if isinstance(term, FunctionTerm):
            ground = FunctionTerm(term.name, tuple(replaced(t, binding) for t in term.terms))
            cost = add(cost, values.get(ground, 0.0))
        else:
            cost = add(cost, term)
    return cost


def _bindings(
    variables: tuple[Variable, ...], binding: Binding, objects: Objects
) -> Iterator[Binding]:
    for choice in product(*(objects.of(v.types) for v in variables)):
        yield {**binding, **dict(zip(variables, choice, strict=True))}


def _grounded(lifted: Iterable[Literal], binding: Binding) -> Set[Literal]:
    return {Literal(x.predicate, tuple(replaced(t, binding) for t in x.terms)) for x in lifted}
