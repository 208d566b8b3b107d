"""Problems made with unified-planning, and what its validator says about plans for them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import unified_planning.shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.test.examples import get_example_problems

from introplan.interop.unified_planning import IntroplanEngine

EXAMPLES = {
    name: example
    for name, example in get_example_problems().items()
    if IntroplanEngine.supports(example.problem.kind)
}
SOLVED = (Status.SOLVED_SATISFICING, Status.SOLVED_OPTIMALLY)


def is_valid(problem: Any, plan: Any) -> bool:
    """What unified-planning says."""
    validator = SequentialPlanValidator()
    validator.skip_checks = True  # of the problem's kind, which takes longer than the rest
    return bool(validator.validate(problem, plan))


def metric_value(problem: Any, plan: Any) -> Fraction:
    """What the plan is worth by the problem's metric."""
    (value,) = SequentialPlanValidator().validate(problem, plan).metric_evaluations.values()
    return Fraction(value)


def rooms(*, cost: bool = False) -> Any:
    """A robot in five rooms, some doors dear; it should end up in the last one."""
    room = up.UserType("Room")
    at, door = (
        up.Fluent("at", up.BoolType(), r=room),
        up.Fluent("door", up.BoolType(), a=room, b=room),
    )
    toll = up.Fluent("toll", up.IntType(), a=room, b=room)
    move = up.InstantaneousAction("move", a=room, b=room)
    a, b = move.parameters
    move.add_precondition(at(a))
    move.add_precondition(door(a, b))
    move.add_effect(at(a), False)
    move.add_effect(at(b), True)
    problem = up.Problem("rooms", initial_defaults={up.BoolType(): False})
    places = [up.Object(f"r{i}", room) for i in range(5)]
    problem.add_objects(places)
    problem.add_fluents([at, door])
    problem.add_action(move)
    problem.set_initial_value(at(places[0]), True)
    for i, j in ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4)):
        problem.set_initial_value(door(places[i], places[j]), True)
    problem.add_goal(at(places[4]))
    if cost:
        problem.add_fluent(toll, default_initial_value=1)
        problem.set_initial_value(toll(places[0], places[4]), 9)
        problem.add_quality_metric(up.MinimizeActionCosts({move: up.Plus(toll(a, b), 1)}))
    return problem


def large() -> Any:
    """A problem that takes a while: thirty switches in two states each, one goal out of reach."""
    problem = up.Problem("switches")
    bits = [up.Fluent(f"bit{i}", up.BoolType()) for i in range(30)]
    never = up.Fluent("never", up.BoolType())
    problem.add_fluents([*bits, never])
    for i, bit in enumerate(bits):
        action = up.InstantaneousAction(f"flip{i}")
        action.add_effect(bit, up.Not(bit))
        problem.add_action(action)
        problem.set_initial_value(bit, False)
    problem.set_initial_value(never, False)
    cheat = up.InstantaneousAction("cheat")
    cheat.add_precondition(up.And(bits[0], up.Not(bits[0])))
    cheat.add_effect(never, up.And(bits))
    problem.add_action(cheat)
    problem.add_goal(never)
    return problem
