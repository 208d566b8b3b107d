"""What is asked of a graph: ends, statuses, loops."""

from __future__ import annotations

from introplan.limits import Meter
from introplan.mdp import Outcome, Status, Wanted
from introplan.planners.question import Question, can_reach_success, status_of
from introplan.planners.status import PlanStatus
from introplan.search.graph import GraphExploration
from random_scores import Table


def question(rows: list[list[Outcome[int]]], horizon: int | None = None) -> Question:
    """About a table."""
    exploration = GraphExploration(Table(rows, True, horizon, 1.0), 0, Meter())
    exploration.run()
    return Question(exploration.graph, Wanted.SCORE, horizon, 1.0, Meter())


def test_how_an_episode_ends() -> None:
    """Over, stuck or out of moves."""
    on, over = Outcome(1, 1.0, Status.CONTINUE), Outcome(1, 1.0, Status.OVER)
    asked = question([[on, over], []])
    assert status_of(asked, [0]) is PlanStatus.ENDED  # nothing can be done in state 1
    assert status_of(asked, [1]) is PlanStatus.ENDED
    assert status_of(question([[on, over], []], horizon=1), [0]) is PlanStatus.HORIZON
    assert asked.can_end()
    assert not asked.can_succeed()


def test_where_success_can_be_reached_from() -> None:
    """State 2 is a dead end."""
    rows = [
        [Outcome(1, 0.0, Status.CONTINUE), Outcome(2, 0.0, Status.CONTINUE)],
        [Outcome(1, 0.0, Status.SUCCESS)],
        [Outcome(2, 0.0, Status.CONTINUE)],
    ]
    assert can_reach_success(question(rows).graph) == [True, True, False]


def test_a_loop_comes_with_the_shortest_way_to_it() -> None:
    """Turned so that it starts where the way leads to."""
    rows = [
        [Outcome(1, 0.0, Status.CONTINUE)],
        [Outcome(2, 3.0, Status.CONTINUE)],
        [Outcome(1, -1.0, Status.CONTINUE)],
    ]
    loop = question(rows).loop([2, 1])
    assert (loop.way, loop.actions, loop.pays) == ((0,), (0, 0), 2.0)
