"""The best plan so far: what replaces it, and what proves it."""

from __future__ import annotations

from introplan.mdp import Status
from introplan.planners.program_draft import Draft
from introplan.planners.program_search import Path
from introplan.planners.question import Solution
from introplan.planners.status import Method, PlanStatus
from introplan.search.graph import OVER, Graph


def test_score_counts_first_and_steps_second() -> None:
    """A better plan is told of."""
    told: list[float] = []
    draft = Draft()
    draft.on_better = lambda: told.append(draft.score)
    assert draft.keep(["a", "b"], [1.0, 1.0], PlanStatus.ENDED, Method.ASTAR)
    assert not draft.keep(["a", "b", "c"], [1.0, 1.0, 0.0], PlanStatus.ENDED, Method.ASTAR)
    assert draft.keep(["d"], [2.0], PlanStatus.ENDED, Method.DISTANCE)
    assert draft.keep_path(Path(["e"], [3.0], 0, Status.SUCCESS), Method.DISTANCE)
    assert (draft.status, draft.method, told) == (
        PlanStatus.SUCCESS,
        Method.DISTANCE,
        [2.0, 2.0, 3.0],
    )


def test_the_exact_solver_has_the_last_word() -> None:
    """A plan that is as good stays, one that is less is replaced, with none all is gone."""
    graph = Graph([0], [0, 1], [OVER], [2.0], ["a"], [1])
    draft = Draft()
    draft.keep(["b"], [2.0], PlanStatus.ENDED, Method.DISTANCE)
    draft.settle(Solution([0], PlanStatus.ENDED, 2.0), graph)
    assert (draft.actions, draft.method, draft.is_optimal) == (["b"], Method.DISTANCE, True)
    other = Draft()
    other.settle(Solution([0], PlanStatus.ENDED, 2.0), graph)
    assert (other.actions, other.method) == (["a"], Method.SWEEP)
    other.settle(Solution(None, PlanStatus.UNSOLVABLE), graph)
    assert (other.actions, other.status, other.is_optimal) == (None, PlanStatus.UNSOLVABLE, False)


def test_a_bound_is_met_up_to_rounding() -> None:
    """Whole numbers exactly."""
    draft = Draft()
    assert not draft.meets(-1.0)
    draft.keep(["a"], [1.0], PlanStatus.ENDED, Method.ASTAR)
    assert draft.meets(1.0)
    assert not draft.meets(1.0 + 1e-12)
    draft.keep(["a", "b"], [1.1, 2.2], PlanStatus.ENDED, Method.ASTAR)
    assert draft.meets(3.3000000000000007 + 1e-12)
    draft.prove(3.3)
    assert draft.is_optimal
