"""The reachable part of a world with chance."""

from __future__ import annotations

import pytest

from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import Status
from introplan.planners.chance.worlds import world_of
from introplan.programs.chance import ChanceTask, chance_program
from introplan.search.decision_graph import ENDS, DecisionGraph, TooLargeError, explored


def task() -> ChanceTask:
    """A counter that grows by one or by two; from 3 on it may end."""

    def outcomes(state: int, action: str) -> list[tuple[float, int, float, object]] | None:
        if action == "stop":
            return [(1.0, state, 1.0, Status.SUCCESS)] if state >= 3 else None
        return [
            (0.25, state + 1, 2.0, False),
            (0.25, state + 1, 0.0, False),
            (0.5, state + 2, 1.0, False),
        ]

    return chance_program(actions=["grow", "stop"], outcomes=outcomes).task(0)


def graph(**limits: float) -> DecisionGraph:
    """Its graph within some moves."""
    world = world_of(task())
    return explored(world, world.start, Meter(), **limits)  # type: ignore[arg-type]


def test_edges_to_one_state_are_one_and_rewards_are_averages() -> None:
    """States are numbered breadth first, so those within some moves are a prefix."""
    found = graph(max_depth=2)

    assert found.states == [0, 1, 2, 3, 4]
    assert (found.layers, found.within(1), found.within(9)) == ([1, 3, 5], 3, 5)
    assert list(found.graph.probabilities[:2]) == [0.5, 0.5]
    assert found.graph.rewards[0] == 1.0
    assert found.graph.states == 3


def test_ends_are_no_states() -> None:
    """What ends the episode leads to a number below 0."""
    found = graph(max_depth=4)
    stopping = [c for c, action in enumerate(found.actions) if action == "stop"]

    assert stopping
    assert {t for c in stopping for t in found.graph.targets_of(c)} == {ENDS[Status.SUCCESS]}


def test_limits_hold() -> None:
    """On states, on edges, and those of the meter."""
    with pytest.raises(TooLargeError):
        graph(max_states=10)
    with pytest.raises(TooLargeError):
        graph(max_edges=10)
    world = world_of(task())
    with pytest.raises(LimitReached):
        explored(world, world.start, Meter(Limits(nodes=5)))
