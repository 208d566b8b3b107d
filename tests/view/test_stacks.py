"""Stacks side by side: pegs with discs, tubes of colours."""

from __future__ import annotations

from introplan.view.stacks import stacks_of


def test_stacks_grow_upwards() -> None:
    """With room for the highest that is shown; empty ones have their place."""
    pegs = [{"A": [3, 2, 1], "B": [], "C": []}, {"A": [3, 2], "B": [1], "C": []}]
    shown = stacks_of(pegs)
    assert shown is not None
    assert shown(pegs[1]).cells == [[".", ".", "."], ["2", ".", "."], ["3", "1", "."]]


def test_what_is_no_stack_is_not_shown_as_one() -> None:
    """Numbers, rows of a board, things that come and go, and what is too high."""
    assert stacks_of([(1, 2), (2, 1)]) is None
    assert stacks_of([((1, 2), (3, 0)), ((1, 0), (3, 2))]) is None
    assert stacks_of([((1, 2), (3,)), ((1, 2), (3, 4))]) is None
    assert stacks_of([(tuple(range(30)), ()), (tuple(range(29)), (29,))]) is None
    assert stacks_of([({"x": 1}, ())]) is None
