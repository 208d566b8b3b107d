"""Numeric problems of unified-planning: its own validator and simulator judge what they get."""

from __future__ import annotations

import random
from typing import Any

import pytest
import unified_planning.shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines.sequential_simulator import UPSequentialSimulator

from interop.foreign_problems import SOLVED, is_valid
from introplan.interop.unified_planning import IntroplanEngine, IntroplanOptimalEngine, translated


def tanks(size: int = 5, *, goal: int = 3) -> up.Problem:
    """Two tanks of a size, and water that is poured from one into the other."""
    problem = up.Problem("tanks")
    tank = up.UserType("tank")
    level = up.Fluent("level", up.IntType(0, size), t=tank)
    spilled = up.Fluent("spilled", up.RealType())
    problem.add_fluent(level, default_initial_value=0)
    problem.add_fluent(spilled, default_initial_value=0)
    one, two = (up.Object(name, tank) for name in ("one", "two"))
    problem.add_objects([one, two])
    problem.set_initial_value(level(one), size)
    pour = up.InstantaneousAction("pour", source=tank, target=tank)
    pour.add_precondition(up.Not(up.Equals(pour.source, pour.target)))
    pour.add_decrease_effect(level(pour.source), 2)
    pour.add_increase_effect(level(pour.target), 1)
    pour.add_increase_effect(spilled, up.Div(level(pour.source), 2))
    problem.add_action(pour)
    problem.add_goal(up.GE(up.Plus(level(one), level(two)), goal))
    problem.add_goal(up.GE(level(two), 1))
    return problem


def test_a_numeric_problem_is_solved() -> None:
    """Bounds of a type are kept; the proof that nothing leads there is one."""
    problem = tanks()
    result = IntroplanOptimalEngine().solve(problem)

    assert result.status is Status.SOLVED_OPTIMALLY
    assert is_valid(problem, result.plan)
    assert IntroplanEngine().solve(tanks(goal=6)).status is Status.UNSOLVABLE_PROVEN


def test_every_step_agrees_with_the_simulator_of_unified_planning() -> None:
    """Which actions can be taken, and the numbers that they lead to, on random walks."""
    problem, rng = tanks(9), random.Random(1)
    found = translated(problem)
    steps = 0
    for _ in range(10):
        with UPSequentialSimulator(problem) as simulator:
            theirs, ours = simulator.get_initial_state(), found.task.start
            while actions := found.task.actions(ours):
                able = {str(a(*ps)) for a, ps in simulator.get_applicable_actions(theirs)}
                plan = found.plan_back(actions)
                assert {str(step) for step in plan.actions} == able
                step = rng.randrange(len(actions))
                taken = plan.actions[step]
                theirs = simulator.apply(theirs, taken.action, taken.actual_parameters)
                ours = found.task.step(ours, actions[step]).state
                assert _numbers(problem, theirs) == sorted(
                    map(float, ours.numbers.changing.values())
                )
                steps += 1
    assert steps > 20


def _numbers(problem: up.Problem, state: Any) -> list[float]:
    fluents = {f.name: f for f in problem.fluents}
    level, spilled = fluents["level"], fluents["spilled"]
    values = [level(thing) for thing in problem.all_objects] + [spilled()]
    return sorted(float(state.get_value(v).constant_value()) for v in values)


def test_conditional_effects_on_numbers_and_equality() -> None:
    """`increase` under a condition and for all objects; a number that must be met exactly."""
    problem = up.Problem("lamps")
    lamp = up.UserType("lamp")
    on, light = up.Fluent("on", t=lamp), up.Fluent("light", up.IntType())
    problem.add_fluent(on, default_initial_value=False)
    problem.add_fluent(light, default_initial_value=0)
    problem.add_objects([up.Object(f"l{n}", lamp) for n in range(3)])
    turn = up.InstantaneousAction("turn", t=lamp)
    turn.add_effect(on(turn.t), True)
    shine = up.InstantaneousAction("shine")
    each = up.Variable("x", lamp)
    shine.add_increase_effect(light, 1, condition=on(each), forall=[each])
    problem.add_actions([turn, shine])
    problem.add_goal(up.Equals(light, 5))
    result = IntroplanOptimalEngine().solve(problem)

    assert result.status in SOLVED
    assert is_valid(problem, result.plan)
    assert len(result.plan.actions) == 5  # two lamps: 2 + 2, and one more before the second


@pytest.mark.parametrize("kind", ["metric", "undefined", "bounds"])
def test_what_cannot_be_said_is_refused(kind: str) -> None:
    """A metric on numbers, a number without a value, bounds under a condition."""
    problem = tanks()
    if kind == "metric":
        metric = up.MinimizeExpressionOnFinalState(problem.fluent("spilled")())
        problem.add_quality_metric(metric)
    elif kind == "undefined":
        problem.add_fluent(up.Fluent("unknown", up.IntType()))
        problem.add_goal(up.GE(problem.fluent("unknown")(), 0))
    else:
        fill = up.InstantaneousAction("fill")
        level, one = problem.fluent("level"), problem.object("one")
        fill.add_increase_effect(level(one), 1, condition=up.LT(level(one), 2))
        problem.add_action(fill)
    engine = IntroplanEngine()
    engine.skip_checks = True

    assert engine.solve(problem).status is Status.UNSUPPORTED_PROBLEM
