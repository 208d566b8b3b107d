"""Lists of unknown length: guarded items that become one value."""

from __future__ import annotations

from introplan.symbolic.interpreter.listings import (
    append,
    become,
    count,
    guarded_items,
    merged_items,
    new_listing,
)
from introplan.symbolic.interpreter.values import Items, Listing
from introplan.symbolic.terms.build import choose, const, negate
from symbolic_runs import FLAG, X, paths_through


def test_a_list_stays_the_same_object_when_items_get_conditions() -> None:
    """Whoever holds the list sees what becomes of it, there and back."""
    made = Items(list, [1], 0)
    holder: list[object] = [made]

    append(made, FLAG, 2)
    assert isinstance(holder[0], Listing)
    assert guarded_items(made) == [(True, 1), (FLAG, 2)]

    become(made, [(True, 3)])
    assert isinstance(holder[0], Items)
    assert holder[0].items == [3]


def test_items_that_are_never_there_are_left_out() -> None:
    """And a list whose items are all there has a known length."""
    made = new_listing(tuple, [(const(False), 1), (const(True), X)], 0)

    assert isinstance(made, Items)
    assert made.items == [X]


def test_a_common_start_is_shared() -> None:
    """What follows is there in one of the cases only."""
    start = (True, "a")

    joined = merged_items(FLAG, [start, (True, "b")], [start])

    assert joined == [start, (FLAG, "b")]
    assert merged_items(FLAG, [], [(True, 1)]) == [(negate(FLAG), 1)]


def test_the_length_is_the_number_of_conditions_that_hold() -> None:
    """A whole number."""
    assert count([True, FLAG]) is choose(FLAG, const(2), const(1)) or count([True, True]) == 2


def test_a_list_of_moves_is_one_path() -> None:
    """Without guarded items there would be 2**n."""

    def number_of_moves(x: int, y: int, flag: bool) -> int:
        moves = []
        for i in range(-2, 4):
            if x != i and (y != i or flag):
                moves.append(i)  # noqa: PERF401 - the way people write it
        return len(moves)

    assert len(paths_through(number_of_moves)) == 1
