"""The best score: found and proven on known worlds, and the same nodes in both engines."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping

import pytest

from introplan.api import ENGINES, OPEN
from introplan.limits import Limits, Meter, StopReason
from introplan.mdp import Status
from introplan.planners.goal_generators import goal_generator
from introplan.relational.domain import Task
from introplan.search.requests import Engine, ScoreRequest, ScoreResult
from introplan.search.score_bound import score_bound
from score_truth import best, scored_task
from score_worlds import coins, detour, lamp

CUT = 12
"""The moves of discounted tasks without a horizon, which the search does not cut itself."""


def searched(engine: Engine, **options: object) -> ScoreResult:
    """The search with the guide of the engine's task."""
    task = engine.task
    needs_success = bool(options.pop("needs_success", task.can_succeed))
    guide = goal_generator(engine).success if needs_success else None
    depth = CUT if task.horizon is None and task.discount < 1 else task.horizon
    request = ScoreRequest(score_bound(task), needs_success, guide, max_depth=depth, **options)  # type: ignore[arg-type]
    return engine.best_score(engine.root, request)


def opened(task: Task, engine: str, limits: Limits | None = None) -> Engine:
    """An engine on a task."""
    return OPEN[engine](task, Meter(limits or Limits()))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_swamp_is_walked_around(engine: str) -> None:
    """Four steps for -4 are better than three for -41."""
    host = opened(detour(), engine)
    found = searched(host)

    assert found.reason is StopReason.FOUND
    assert found.status is Status.SUCCESS
    assert found.node is not None
    assert (found.node.score, found.node.depth, found.bound) == (-4.0, 4, -4.0)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("horizon", "score"), [(0, 0), (1, 0), (2, 1), (3, 6), (4, 7), (7, 8)])
def test_moves_decide_which_coins_are_worth_the_way(
    engine: str, horizon: int, score: float
) -> None:
    """The walk begins between one coin nearby and two further off."""
    host = opened(coins(horizon), engine)
    found = searched(host)

    assert found.node is not None
    assert (found.node.score, found.node.depth, found.bound) == (score, horizon, score)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loop_that_pays_is_named(engine: str) -> None:
    """On and off again pays 1 each time; if it pays nothing there is a best score."""
    host = opened(lamp(2, -1), engine)
    found = searched(host)

    assert found.bound == math.inf
    assert found.loop is not None
    first, last = found.loop
    actions = [str(a) for a in host.plan_to(last)[first.depth :]]
    assert sorted(actions) == ["(switch-off)", "(switch-on)"]
    assert first.identity == last.identity
    assert last.score - first.score == 1.0
    found = searched(opened(lamp(2, -2), engine))
    assert (found.bound, found.loop) == (3.0, None)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_effort_is_limited_and_the_bound_holds(engine: str) -> None:
    """Children, nodes and a plan to beat end a search with what is known by then."""
    found = searched(opened(coins(7), engine), max_generated=4)
    assert found.reason is StopReason.EFFORT
    assert found.bound >= 8.0
    found = searched(opened(coins(7), engine, Limits(nodes=3)))
    assert found.reason is StopReason.NODES
    found = searched(opened(coins(7), engine), above=8.0, below=7.0)
    assert (found.reason, found.node, found.bound) == (StopReason.EXHAUSTED, None, 8.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_scores_of_random_tasks_are_those_of_value_iteration(engine: str) -> None:
    """Score and cost, with horizons, sums, decimals, penalties and loops."""
    checked = 0
    for seed in range(250):
        task = scored_task(seed)
        truth = None if task.is_paid_once or task.is_classical else best(task)
        if truth is None or (task.horizon is None and task.discount < 1) or task.has_refunds:
            continue
        host = opened(task, engine)
        found = searched(host, needs_success=truth.succeeds or truth.score is None)
        if truth.score is None:
            assert (found.node, found.reason) == (None, StopReason.EXHAUSTED), seed
        elif truth.score > 10**8:
            assert found.loop is not None, seed
        else:
            assert found.node is not None, seed
            checked += 1
            assert found.node.score == pytest.approx(truth.score), seed
            assert found.bound == pytest.approx(truth.score), seed
            plan = host.plan_to(found.node)
            assert sum(task.action_costs(plan)) == pytest.approx(truth.cost), seed
    assert checked > 80


@pytest.mark.skipif(len(ENGINES) < 2, reason="there is no native engine")
def test_both_engines_look_at_the_same_nodes() -> None:
    """The same plans, bounds, loops and counts, whatever is asked for."""
    compared = 0
    for seed in range(400):
        task, rng = scored_task(seed), random.Random(seed)
        if task.is_paid_once or task.is_classical or "native" not in task.engines:
            continue
        options = {
            "max_generated": rng.choice((None, None, 50, 500)),
            "greed": rng.choice((0.0, 0.0, 0.5, 1.0)),
            "above": rng.choice((None, None, 0.0)),
            "below": rng.choice((None, 5.0)),
            "counts_cost": not task.has_refunds,
        }
        has_end = task.horizon is not None or task.discount < 1
        options["needs_success"] = task.can_succeed and not (has_end and rng.random() < 0.2)
        if not options["needs_success"] and not has_end:
            continue
        compared += 1
        assert _seen(task, "python", options) == _seen(task, "native", options), (seed, options)
    assert compared > 200


def _seen(task: Task, engine: str, options: Mapping[str, object]) -> list[object]:
    host = opened(task, engine)
    found = searched(host, **options)
    plan = None if found.node is None else host.plan_to(found.node)
    loop = None if found.loop is None else (found.loop[0].depth, host.plan_to(found.loop[1]))
    bound = round(found.bound, 9) if math.isfinite(found.bound) else found.bound
    counts = host.meter.expanded, host.meter.generated
    return [found.reason, found.status, bound, found.was_cut, plan, loop, counts]
