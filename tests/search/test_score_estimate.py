"""Estimates in single states: what is left to be had, and what it costs at least."""

from __future__ import annotations

import math

from introplan.limits import Meter
from introplan.relational.grounding import IMPOSSIBLE, TRIVIAL
from introplan.search.goal_counters import DEAD_END
from introplan.search.requests import ScoreRequest
from introplan.search.score_bound import score_bound
from introplan.search.score_estimate import ScoreEstimate
from introplan.search.world import World
from score_worlds import coins, detour


def test_the_weight_of_a_state_follows_what_is_taken() -> None:
    """Eight at the start, seven after the first coin."""
    task = coins(6)
    world = World(task, Meter())
    estimate = ScoreEstimate(world, ScoreRequest(score_bound(task), needs_success=False))
    start = estimate.weight_here(world)
    world.move_to(world.child(world.compiled.operator(task.actions(task.start)[0])))
    taking = next(world.children(1))

    assert start == 8.0
    assert estimate.weight_after(start, taking) == 7.0


def test_a_penalty_per_step_counts_for_the_steps_that_are_needed() -> None:
    """At least one; none at all where success is out of reach, or too far."""
    task = detour()
    world = World(task, Meter())
    request = ScoreRequest(score_bound(task), needs_success=True, guide=TRIVIAL, max_depth=5)
    estimate = ScoreEstimate(world, request)

    assert estimate.score(0.0, 0, 0) == -1.0
    assert estimate.score(0.0, 5, 0) == -math.inf
    assert estimate.score(0.0, 0, DEAD_END) == -math.inf
    assert estimate.cost(0, 0) == 0.0
    assert ScoreEstimate(
        world, ScoreRequest(score_bound(task), needs_success=True, guide=IMPOSSIBLE)
    ).counters.costs() == [DEAD_END]
