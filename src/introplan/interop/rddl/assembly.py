"""From a world of RDDL to a factored model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from introplan.errors import ModelError
from introplan.factored.expressions import (
    Apply,
    Constant,
    Expression,
    Layer,
    Operator,
    Variable,
)
from introplan.factored.model import ActionValue, End, FactoredModel, Kind, VariableInfo
from introplan.factored.restrictions import most_at_once, never_chosen
from introplan.factored.task import FactoredTask, factored_task
from introplan.interop.rddl.grounding import Grounder
from introplan.interop.rddl.lifted import Place, Role, World
from introplan.interop.rddl.loading import world_of
from introplan.interop.rddl.naming import ground_places, variable_info
from introplan.mdp import Status

MAX_WHOLE_VALUES = 1_000
"""Values of one action variable that are listed."""


def ground_task(model: Any) -> FactoredTask:
    """The task of pyRDDLGym's lifted model; raises `ModelError` for what is not supported."""
    try:
        return factored_task(factored_model(world_of(model)))
    except RecursionError:
        raise ModelError("the expressions are nested too deeply for Python's stack") from None


def factored_model(world: World) -> FactoredModel:
    """The ground world; raises `ModelError` for what is not supported."""
    grounder = Grounder(world)
    states = list(_ground(world, Role.STATE))
    actions = tuple(
        variable_info(world, world.fluents[name], place)
        for name, place in _ground(world, Role.ACTION)
    )
    preconditions = _preconditions(grounder, actions)
    choices = tuple(
        choice
        for choice in _choices(actions, preconditions)
        if choice.place not in grounder.fixed_actions
    )
    next_values = [grounder.definition(f"{name}'", place) for name, place in states]
    grounder.in_reward = True
    rewards = tuple(_terms(grounder, grounder.closed(world.reward), 1.0))
    grounder.in_reward = False
    for number, (name, place) in enumerate(states):
        next_values[number] = grounder.shared_next(name, place) or next_values[number]
    return FactoredModel(
        name=world.name,
        state=tuple(variable_info(world, world.fluents[name], place) for name, place in states),
        actions=actions,
        choices=choices,
        concurrency=min(world.concurrency, most_at_once(preconditions, actions, choices)),
        intermediate=tuple(grounder.intermediate),
        next_values=tuple(next_values),
        rewards=rewards,
        preconditions=tuple(_conjuncts(preconditions)),
        ends=tuple(_ends(grounder)),
        horizon=world.horizon,
        discount=world.discount,
    )


def _preconditions(grounder: Grounder, actions: tuple[VariableInfo, ...]) -> list[Expression]:
    """What is allowed; action variables that never may be chosen are constants from then on."""
    while True:
        found = [grounder.closed(one) for one in grounder.world.preconditions]
        never = never_chosen(found, actions).keys() - grounder.fixed_actions.keys()
        if not never:
            return found
        grounder.fix({place: actions[place].start for place in never})


def _ground(world: World, role: Role) -> Iterator[tuple[str, Place]]:
    for fluent in world.fluents.values():
        if fluent.role is role:
            for place in ground_places(world, fluent):
                yield fluent.name, place


def _terms(grounder: Grounder, expression: Expression, weight: float) -> Iterator[Expression]:
    """A reward as the terms of a sum, factors multiplied in."""
    builder = grounder.builder
    match expression:
        case Constant(0.0):
            return
        case Apply(Operator.ADD, arguments):
            for part in arguments:
                yield from _terms(grounder, part, weight)
        case Apply(Operator.MULTIPLY, (Constant(factor), Apply(Operator.ADD, arguments))):
            for part in arguments:
                yield from _terms(grounder, part, weight * factor)
        case _:
            yield builder.apply(Operator.MULTIPLY, [builder.constant(weight), expression])


def _conjuncts(conditions: list[Expression]) -> Iterator[Expression]:
    """Conditions one by one, without those that always hold."""
    for condition in conditions:
        if isinstance(condition, Apply) and condition.operator is Operator.AND:
            yield from condition.arguments
        elif not (isinstance(condition, Constant) and condition.value):
            yield condition


def _ends(grounder: Grounder) -> Iterator[End]:
    """How episodes end: as the domain says, and with failure where an invariant is broken."""
    for condition in grounder.world.terminations:
        yield from _end(grounder.closed(condition), Status.OVER)
    for condition in grounder.world.invariants:
        broken = grounder.builder.apply(Operator.NOT, [grounder.closed(condition)])
        yield from _end(broken, Status.FAILURE)


def _end(condition: Expression, status: Status) -> Iterator[End]:
    if not (isinstance(condition, Constant) and not condition.value):
        yield End(condition, status)


def _choices(
    actions: tuple[VariableInfo, ...], preconditions: list[Expression]
) -> Iterator[ActionValue]:
    """All that can be done: each action variable with each value but its default."""
    limits = _limits(preconditions)
    for place, info in enumerate(actions):
        if info.kind is Kind.BOOLEAN:
            values = [0, 1]
        elif info.kind is Kind.ENUMERATED:
            values = list(range(len(info.names)))
        else:
            values = _whole_values(info, *limits.get(place, (-math.inf, math.inf)))
        yield from (ActionValue(place, float(value)) for value in values if value != info.start)


def _whole_values(info: VariableInfo, low: float, high: float) -> list[int]:
    if high - low > MAX_WHOLE_VALUES or math.isinf(high - low):
        raise ModelError(
            f"the action {info.name} is int without bounds; action-preconditions must say "
            f"{info.name} >= ... and {info.name} <= ..., at most {MAX_WHOLE_VALUES:,} values apart"
        )
    return list(range(math.ceil(low), math.floor(high) + 1))


def _limits(preconditions: list[Expression]) -> dict[int, tuple[float, float]]:
    """Bounds that preconditions put on single action variables."""
    found: dict[int, tuple[float, float]] = {}
    for condition in _conjuncts(preconditions):
        match condition:
            case Apply(
                Operator.LESS_OR_EQUAL | Operator.LESS,
                (Variable(Layer.ACTION, place), Constant(value)),
            ):
                low, high = found.get(place, (-math.inf, math.inf))
                found[place] = low, min(high, value)
            case Apply(
                Operator.LESS_OR_EQUAL | Operator.LESS,
                (Constant(value), Variable(Layer.ACTION, place)),
            ):
                low, high = found.get(place, (-math.inf, math.inf))
                found[place] = max(low, value), high
    return found
