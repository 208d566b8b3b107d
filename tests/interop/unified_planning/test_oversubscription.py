"""Goals of unified-planning that need not be met, but pay."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import unified_planning.shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status

from interop.foreign_problems import SOLVED, is_valid, large, metric_value, rooms
from introplan.interop.unified_planning import IntroplanEngine, IntroplanOptimalEngine


def visits(gains: dict[int, Fraction | int], rng: random.Random) -> Any:
    """Doors one way only, and gains for the rooms that were seen."""
    problem = rooms()
    problem.clear_goals()
    seen = up.Fluent("seen", up.BoolType(), r=problem.user_type("Room"))
    problem.add_fluent(seen, default_initial_value=False)
    (move,) = problem.actions
    move.add_effect(seen(move.parameter("b")), True)
    places = list(problem.all_objects)
    for a, b in product(places, places):
        problem.set_initial_value(problem.fluent("door")(a, b), rng.random() < 0.25)
    goals = {seen(places[i]): gain for i, gain in gains.items()}
    goals[problem.fluent("at")(places[0])] = rng.choice((1, -1, 3))
    problem.add_quality_metric(up.Oversubscription(goals))
    return problem


def best_gain(problem: Any) -> Fraction:
    """The largest gain of any reachable state, by trying everything."""
    start = up.SequentialSimulator(problem=problem)
    with start as simulator:
        (metric,) = problem.quality_metrics
        states = [simulator.get_initial_state()]
        known = {str(states[0])}
        best = Fraction(-1000)
        while states:
            state = states.pop()
            gain = sum(v for g, v in metric.goals.items() if state.get_value(g).is_true())
            best = max(best, Fraction(gain))
            for action, parameters in simulator.get_applicable_actions(state):
                child = simulator.apply(state, action, parameters)
                key = str({str(f): str(child.get_value(f)) for f in problem.initial_values})
                if key not in known:
                    known.add(key)
                    states.append(child)
        return best


@pytest.mark.parametrize("seed", range(6))
def test_soft_goals_are_met_as_far_as_it_pays(seed: int) -> None:
    """The gain is the largest there is, by exhaustion; without a guarantee it is what it says."""
    rng = random.Random(seed)
    gains = {i: rng.choice((1, 2, 5, -4, Fraction(1, 2))) for i in range(1, 5)}
    problem = visits(gains, rng)
    best = best_gain(problem)
    result = IntroplanOptimalEngine().solve(problem)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert is_valid(problem, result.plan)
    assert metric_value(problem, result.plan) == best
    assert result.metrics is not None
    assert Fraction(result.metrics["score"]) == Fraction(result.metrics["bound"]) == best
    quick = IntroplanEngine().solve(problem)
    assert quick.status in SOLVED
    assert quick.metrics is not None
    assert Fraction(quick.metrics["score"]) == metric_value(problem, quick.plan)
    assert Fraction(quick.metrics["bound"]) >= best
    assert metric_value(problem, quick.plan) == best or quick.status is not Status.SOLVED_OPTIMALLY
    values = [
        metric_value(problem, r.plan) for r in IntroplanEngine().get_solutions(problem, timeout=20)
    ]
    assert values == sorted(values)
    assert values[-1] == best


def fork() -> Any:
    """One door leads to a room that gains 5, another to two rooms that gain 3 each; none back."""
    problem = visits({1: 5, 2: 3, 3: 3}, random.Random(0))
    places = list(problem.all_objects)
    for a, b in product(places, places):
        problem.set_initial_value(problem.fluent("door")(a, b), False)
    for i, j in ((0, 1), (0, 2), (2, 3)):
        problem.set_initial_value(problem.fluent("door")(places[i], places[j]), True)
    return problem


def test_the_largest_gain_is_given_up_for_two_others() -> None:
    """Taking the largest first is quick and not best; the sums from the top down are."""
    result = IntroplanOptimalEngine().solve(fork())
    assert result.status is Status.SOLVED_OPTIMALLY
    assert [str(step) for step in result.plan.actions] == ["move(r0, r2)", "move(r2, r3)"]


def test_soft_goals_without_a_proof_in_time() -> None:
    """The best plan so far comes along with the word that time is up."""
    problem = large()
    problem.clear_goals()
    gains = {problem.fluent("never")(): 5, problem.fluent("bit0")(): 1}
    problem.add_quality_metric(up.Oversubscription(gains))
    result = IntroplanOptimalEngine().solve(problem, timeout=3.0)
    assert result.status is Status.TIMEOUT
    assert metric_value(problem, result.plan) == 1
    assert result.metrics is not None
    assert (result.metrics["score"], result.metrics["bound"]) == ("1", "6")
