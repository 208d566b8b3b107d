"""Action schemas, and what an action does to the true literals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from introplan.errors import ChanceError
from introplan.mdp import add
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    TRUE,
    Constant,
    Formula,
    Literal,
    Moment,
    Predicate,
    Variable,
)
from introplan.relational.numbers import (
    NO_NUMBERS,
    Arithmetic,
    Expression,
    FunctionTerm,
    Numbers,
    NumericEffect,
    ground_function,
    ground_values,
    value_of,
)
from introplan.relational.rewriting import Binding, replaced
from introplan.relational.state import Objects

CostTerm: TypeAlias = Expression
"""A number, a function, or arithmetic over them; most often a number or one function."""


@dataclass(frozen=True, slots=True)
class ConditionalEffect:
    """For all `variables` for which `condition` held before: add, delete and change these, too."""

    variables: tuple[Variable, ...]
    condition: Formula
    adds: tuple[Literal, ...]
    deletes: tuple[Literal, ...]
    numeric: tuple[NumericEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """One of several things that can happen: effects, and what is drawn beside them."""

    probability: float
    effects: tuple[ConditionalEffect, ...] = ()
    chances: tuple[Chance, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """For all `variables` for which `condition` held before, one branch is drawn for each.

    Where the probabilities do not add up to 1, nothing happens with the rest. All draws of an
    action are independent, and every condition is read in the state before it.
    """

    variables: tuple[Variable, ...]
    condition: Formula
    branches: tuple[Branch, ...]

    @property
    def conditions(self) -> Iterator[Formula]:
        """Every condition in it."""
        yield self.condition
        for branch in self.branches:
            yield from (effect.condition for effect in branch.effects)
            for inner in branch.chances:
                yield from inner.conditions

    @property
    def effects(self) -> Iterator[ConditionalEffect]:
        """Every effect that a draw can bring."""
        for branch in self.branches:
            yield from branch.effects
            for inner in branch.chances:
                yield from inner.effects


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
    numeric: tuple[NumericEffect, ...] = ()
    chances: tuple[Chance, ...] = ()

    @property
    def effects(self) -> tuple[ConditionalEffect, ...]:
        """All effects in one form: the plain ones are those without variables or condition.

        Raises `ChanceError` if some are drawn: who asks here expects all that can change.
        """
        if self.chances:
            raise ChanceError(f"the action {self.name}")
        return self.certain_effects

    @property
    def certain_effects(self) -> tuple[ConditionalEffect, ...]:
        """The effects that are not drawn, in the same form."""
        plain = ConditionalEffect((), TRUE, self.adds, self.deletes, self.numeric)
        return (plain, *self.conditional)


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


def new_values(
    schema: ActionSchema, binding: Binding, moments: Moments
) -> dict[FunctionTerm, float] | None:
    """The numbers that `schema` changes under `binding`; None where it cannot be done."""
    effects = [
        (numeric, full)
        for effect in schema.effects
        if effect.numeric
        for full in _bindings(effect.variables, binding, moments.objects)
        if holds(effect.condition, moments, full)
        for numeric in effect.numeric
    ]
    return ground_values(effects, moments.numbers.value)


def cost_of(
    schema: ActionSchema,
    binding: Binding,
    values: Mapping[FunctionTerm, float],
    numbers: Numbers = NO_NUMBERS,
) -> float:
    """The sum of the schema's cost terms before the action; what has no value counts as 0.

    `values` are the functions that no action changes, `numbers` those of the state.
    """

    def lookup(term: FunctionTerm) -> float:
        ground = ground_function(term, binding)
        value = numbers.value(ground)
        return values.get(ground, 0.0) if value is None else value

    cost = 0.0
    for term in schema.cost:
        if isinstance(term, FunctionTerm):
            cost = add(cost, lookup(term))
        elif isinstance(term, Arithmetic):
            cost = add(cost, value_of(term, lookup) or 0.0)
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
