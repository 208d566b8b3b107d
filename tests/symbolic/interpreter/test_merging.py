"""State merging: several paths become one value."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.merging import merge_paths, under_assumption
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms.build import choose, const, less
from symbolic_runs import X, Y, new_run, paths_through, wrong_answers

SMALL = less(X, const(1))


def test_all_paths_of_a_piece_become_one_value() -> None:
    """And the run itself has decided nothing."""
    run = new_run()

    value = merge_paths(run, lambda: 1 if run.decide(SMALL) else Y)

    assert value == choose(SMALL, const(1), Y)
    assert run.trace == []
    assert run.implied(SMALL) is None


def test_an_assumption_that_cannot_be_met_is_not_merged() -> None:
    """The caller has to decide, and finds out that the branch is never taken."""
    with pytest.raises(CannotMerge):
        under_assumption(new_run(), Frame("", {}), less(X, const(-5)), lambda: 1)


def test_both_branches_of_an_if_are_one_path() -> None:
    """As long as they only assign to names."""

    def assigns(x: int, y: int, flag: bool) -> int:
        if x > 1:
            z = y
        elif flag:
            z = 1
        else:
            z = x
        return z

    def returns(x: int, y: int, flag: bool) -> object:
        if x > 1:
            return (y,)
        return x

    assert len(paths_through(assigns)) == 1
    assert len(paths_through(returns)) == 2
    assert wrong_answers(assigns) == wrong_answers(returns) == []
