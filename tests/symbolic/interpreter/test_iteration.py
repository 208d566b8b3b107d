"""The items of a value, one by one, each with its condition."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.iteration import check_has_order, has_order, items_of, pairs_of
from introplan.symbolic.interpreter.values import Entries, Items, Members
from introplan.symbolic.refusal import Refused
from symbolic_runs import FLAG, X, new_run, refusal_of


def test_the_items_of_containers() -> None:
    """Of a list, text, a dictionary (its keys) and a range."""
    run = new_run()

    assert items_of(run, Items(list, [1, X], 0)) == [1, X]
    assert items_of(run, "ab") == ["a", "b"]
    assert items_of(run, Entries({3: X, 4: 1}, 0)) == [3, 4]
    assert items_of(run, range(3)) == [0, 1, 2]


def test_a_member_comes_with_its_condition() -> None:
    """A set of which it is not known whether 2 is in it."""
    assert list(pairs_of(new_run(), Members(set, {1: True, 2: FLAG}, 0))) == [(True, 1), (FLAG, 2)]


def test_the_order_of_a_set_is_not_known() -> None:
    """Two possible members are enough to refuse; one has only one order."""
    assert has_order(Members(set, {1: FLAG}, 0))
    with pytest.raises(Refused, match="PY-EXPR"):
        check_has_order(Members(set, {1: True, 2: FLAG}, 0))


def test_a_dictionary_that_changes_while_it_is_read_is_refused() -> None:
    """Python raises or goes on, depending on when it looks."""

    def change(x: int, y: int, flag: bool) -> int:
        table = {1: x}
        for key in table:
            table[key + 1] = y
        return len(table)

    assert "changed while" in refusal_of(change)
