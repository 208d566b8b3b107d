"""Nodes of black-box searches, and the best one so far."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from introplan.limits import Meter
from introplan.mdp import Episode, NotAllowedError, Outcome, Status, Wanted
from introplan.planners.nodes import Best, Node, Search, successors
from introplan.planners.status import PlanStatus


class Fork:
    """From 0 to 1 or 2, or into failure; the fourth action is not allowed."""

    def actions(self, state: int) -> Sequence[int]:
        """Four things to try."""
        return (1, 2, 3, 4)

    def step(self, state: int, action: int) -> Outcome[int]:
        """What they lead to."""
        if action == 4:
            raise NotAllowedError("never")
        status = Status.FAILURE if action == 3 else Status.CONTINUE
        return Outcome(state + action, 0.5 * action, status)


def test_successors_are_what_is_allowed_and_does_not_fail() -> None:
    """Each knows its last step, the score and the way back."""
    root = Node(0)
    one, two = successors(Fork(), root, Meter())
    assert [(n.state, n.action, n.score, n.depth) for n in (one, two)] == [
        (1, 1, 0.5, 1),
        (2, 2, 1.0, 1),
    ]
    grandchild = next(successors(Fork(), two, Meter()))
    assert grandchild.path() == [two, grandchild]
    assert grandchild.score == 1.5
    assert root.path() == []


@pytest.mark.parametrize(
    ("wanted", "further"),
    [(Wanted.SUCCESS, "rich"), (Wanted.SCORE, "deep"), (Wanted.BEST_REWARD, "paid")],
)
def test_what_is_further_depends_on_what_is_wanted(wanted: Wanted, further: str) -> None:
    """The highest score, the most moves used, or the largest reward."""
    nodes = {
        "rich": Node(1, reward=1.0, score=9.0, depth=2),
        "deep": Node(2, reward=2.0, score=3.0, depth=5),
        "paid": Node(3, reward=4.0, score=4.0, depth=1),
    }
    best = Best(wanted)
    for node in nodes.values():
        best.pass_through(node)
    assert best.node is nodes[further]


def test_among_finished_episodes_ties_go_to_the_shorter_one() -> None:
    """And what is finished comes before what is further."""
    best = Best(Wanted.SUCCESS)
    best.pass_through(Node(0, score=99.0))
    long, short = Node(1, score=2.0, depth=5), Node(2, score=2.0, depth=3)
    best.finish(long)
    best.finish(short)
    assert best.node is short


def test_a_search_that_saw_everything_proves_that_there_is_no_plan() -> None:
    """One that left something out does not."""
    search = Search(Episode(Fork(), 0), Meter())
    assert search.concluded(is_proof=True, why="all seen").status is PlanStatus.UNSOLVABLE
    assert search.concluded(is_proof=False, why="").status is PlanStatus.INCOMPLETE
    search.update_best(Node(1, search.root, status=Status.SUCCESS))
    assert search.concluded(is_proof=False, why="").status is PlanStatus.SUCCESS
