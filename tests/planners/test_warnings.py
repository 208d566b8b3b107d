"""Warnings in words."""

from __future__ import annotations

from introplan.mdp import Wanted
from introplan.planners import warnings
from introplan.planners.loops import Loop
from introplan.planners.question import Solution
from introplan.planners.status import PlanStatus


def test_a_loop_is_named_with_its_actions_and_how_to_get_there() -> None:
    """And a horizon or a discount is asked for."""
    note = warnings.pays_forever(Loop(("a", "b"), ("c", "d"), 1.5))
    for words in ("after 2 steps", "c, d", "1.5 per round", "a horizon or a discount"):
        assert words in note
    assert "from the start" in warnings.pays_forever(Loop((), ("c",), 1.0))


def test_long_loops_are_cut_short() -> None:
    """A sentence stays a sentence."""
    assert warnings.actions_text(range(20)).endswith("11 and 8 more")


def test_what_a_solution_says_of_loops_and_ends() -> None:
    """Each in a sentence of its own."""
    loop = Loop((), ("c",), 0.0)
    solution = Solution([], PlanStatus.HORIZON, goes_on=loop, wanted=Wanted.SCORE)
    (note,) = warnings.notes_on_loops(solution, Wanted.SCORE)
    assert "again and again" in note
    largest = Solution([], PlanStatus.SUCCESS, wanted=Wanted.BEST_REWARD)
    assert warnings.notes_on_loops(largest, Wanted.SCORE) == (warnings.NO_END,)
    assert warnings.notes_on_loops(largest, Wanted.BEST_REWARD) == ()


def test_numbers_are_written_for_people() -> None:
    """Without the digits of rounding."""
    note = warnings.below_bound(0.1 + 0.2, 4.0, "3 states were looked at")
    assert "score 0.3 is below the bound 4: 3 states were looked at" in note
    assert "success pays 1 here, less than" in warnings.success_pays_less(1.0, 5.0)
    assert "the best score does without it" in warnings.ends_without_largest(5.0, is_best=True)
    assert "let terminal name success" in warnings.ends_without_largest(5.0, is_best=False)
    assert warnings.reward_never_changes(0.0, 1000) == (
        "the reward was 0 in each of the 1,000 steps seen"
    )
    assert "raised in every state where it was tried at w.py:3: KeyError" in (
        warnings.never_allowed("up", "KeyError: 1", "w.py:3")
    )
