"""Worlds as flat arrays: numbers, layers, limits, shortest ways."""

from __future__ import annotations

import math
import time

import pytest

from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import NotAllowedError, Outcome, Status
from introplan.search import graph as graph_module
from introplan.search.graph import OVER, SUCCESS, Graph, GraphExploration, taken


class Row:
    """Steps along a row of numbers: 5 is success, -2 is over, -3 fails, 3 cannot be left by -1."""

    def actions(self, state: int) -> tuple[int, ...]:
        """Back and forth."""
        return (-1, 1)

    def step(self, state: int, action: int) -> Outcome[int]:
        """Pays where it leads to."""
        if (state, action) == (3, -1):
            raise NotAllowedError
        after = state + action
        ends = {5: Status.SUCCESS, -2: Status.OVER, -3: Status.FAILURE}
        return Outcome(after, float(after), ends.get(after, Status.CONTINUE))


def explored(max_depth: int | None = None) -> Graph:
    """The whole row."""
    exploration = GraphExploration(Row(), 0, Meter(), max_depth)
    assert exploration.run()
    return exploration.graph


def test_states_are_numbered_in_breadth_first_order() -> None:
    """Ends are no states, and steps that are not allowed no edges."""
    graph = explored()
    assert graph.states == [0, -1, 1, 2, 3, 4]
    assert graph.is_complete
    assert graph.layers == [1, 3, 4, 5, 6]
    assert [graph.targets[e] for e in graph.edges(1)] == [OVER, 0]
    assert [graph.actions[e] for e in graph.edges(4)] == [1]
    assert graph.targets[graph.edges(5)[-1]] == SUCCESS
    assert graph.sources()[-1] == 5


def test_a_horizon_leaves_states_unexpanded() -> None:
    """Those that can be reached in so many moves are known, the last of them without edges."""
    graph = explored(2)
    assert (graph.states, graph.expanded, graph.is_complete) == ([0, -1, 1, 2], 3, False)
    assert explored(0).expanded == 0


def test_the_shortest_way_is_found() -> None:
    """To states and to ends, through states that are allowed."""
    graph = explored()
    way = graph.path({SUCCESS})
    assert way is not None
    assert list(taken(graph, way)) == [(1, 1.0), (1, 2.0), (1, 3.0), (1, 4.0), (1, 5.0)]
    assert graph.path({0}) == []
    assert graph.path({SUCCESS}, allowed=[True, True, True, False, True, True]) is None


def test_an_exploration_goes_on_where_it_stopped() -> None:
    """After a limit on states, and after one of the meter in the middle of a state."""
    meter = Meter(Limits(nodes=3))
    exploration = GraphExploration(Row(), 0, meter)
    assert not exploration.run(2)
    with pytest.raises(LimitReached):
        exploration.run()
    meter.limits = Limits()
    assert exploration.run()
    assert exploration.graph.states == explored().states
    assert exploration.graph.targets == explored().targets


def test_a_limit_inside_of_a_state_leaves_no_half_of_it() -> None:
    """What was known of the state is dropped, and found again."""

    class Slow(Row):
        calls = 0

        def step(self, state: int, action: int) -> Outcome[int]:
            self.calls += 1
            if self.calls == 4:
                raise KeyboardInterrupt
            return super().step(state, action)

    exploration = GraphExploration(Slow(), 0, Meter())
    with pytest.raises(KeyboardInterrupt):
        exploration.run()
    assert len(exploration.graph.targets) == exploration.graph.first[-1] == 2
    assert exploration.run(math.inf)
    assert exploration.graph.targets == explored().targets


class Long:
    """A row of 1000 numbers."""

    def actions(self, state: int) -> tuple[int, ...]:
        """On."""
        return (1,)

    def step(self, state: int, action: int) -> Outcome[int]:
        """Pays nothing."""
        return Outcome(min(state + action, 999), 0.0, Status.CONTINUE)


@pytest.mark.parametrize(("queued", "is_all"), [(1.0, True), (0.0, False)])
def test_time_that_other_processes_had_does_not_count(
    monkeypatch: pytest.MonkeyPatch, queued: float, is_all: bool
) -> None:
    """A look takes as many states on a busy machine; only functions that sleep end it sooner."""
    now = [0.0]

    def passed() -> float:
        now[0] += 100.0
        return now[0]

    monkeypatch.setattr(time, "monotonic", passed)
    monkeypatch.setattr(graph_module, "queued_seconds", lambda: queued * now[0])
    assert GraphExploration(Long(), 0, Meter()).run(seconds=60) is is_all
