"""Sets of which it is not known what is in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from introplan.symbolic.builtins.sets import make_set
from introplan.symbolic.interpreter.values import Members
from symbolic_runs import FLAG, X, new_run, paths_through, refusal_of, wrong_answers


def _operations(x: int, y: int, flag: bool) -> object:
    some = {x, y, 1}
    return len(some), 2 in some, len(some & {1, 2}), len(some ^ {x}), some <= {1, 2, 3}


def _changes(x: int, y: int, flag: bool) -> object:
    some = {1, 2}
    some.add(x)
    some.discard(y)
    some |= {3}
    return len(some), 1 in some, some.isdisjoint({2}), some.issubset(range(-2, 4))


def _removed(x: int, y: int, flag: bool) -> object:
    some = {1, 2}
    some.remove(x)
    return sum(some)


def _frozen(x: int, y: int, flag: bool) -> object:
    some = frozenset([x, (1, y)])
    return len(some), (1, 2) in some, some.union({5}) == some


def _cleared(x: int, y: int, flag: bool) -> object:
    some = {x}
    other = some.copy()
    some.clear()
    return len(some), len(other), other == {1}


def _updated(x: int, y: int, flag: bool) -> object:
    some, other = {1, 2}, {x, 2, 3}
    some.update([y], other)
    rest = set(some)
    rest.difference_update({1}, [x])
    both = {1, 2, 3}
    both.intersection_update(other)
    other.symmetric_difference_update((y, 7))
    return len(some), y in some, sum(rest), sum(both), sum(other)


@pytest.mark.parametrize(
    "function", [_operations, _changes, _removed, _frozen, _cleared, _updated]
)
def test_a_set_is_what_it_is_in_python(function: Callable[..., object]) -> None:
    """Removing what is not there raises KeyError; unknown tuples are members too."""
    assert wrong_answers(function) == []


def test_an_unknown_element_is_each_of_its_values_under_a_condition() -> None:
    """No fork, and the conditions exclude each other."""
    made = make_set(new_run(), set, [(FLAG, 7), (True, X)])

    assert isinstance(made, Members)
    assert set(made.members) == {7, *range(-2, 4)}
    assert made.members[7] is FLAG
    assert len(paths_through(lambda x, y, flag: len({x, y}))) == 1


def test_the_order_of_a_set_is_refused() -> None:
    """Nothing may depend on it."""
    assert "order" in refusal_of(lambda x, y, flag: tuple({x, y}))


PRIZES = {(1, 1): 3, (2, 0): 5}


def _with_prizes(x: int, y: int, flag: bool) -> int:
    got = frozenset({(2, 0)}) | {(x, y)} if (x, y) in PRIZES else frozenset()
    return sum(PRIZES[place] for place in got)


def test_elements_that_a_table_excludes_are_none() -> None:
    """Only places with a prize are added, so that looking up their prize cannot raise."""
    assert wrong_answers(_with_prizes) == []
    assert len(paths_through(_with_prizes)) <= 2
