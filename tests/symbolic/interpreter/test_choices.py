"""One value for two."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms.build import choose
from symbolic_runs import FLAG, X, Y


def test_numbers_become_one_term() -> None:
    """`X` where the flag is set, `Y` elsewhere; the same value stays as it is."""
    assert merge_values(FLAG, X, Y, floor=0) == choose(FLAG, X, Y)
    assert merge_values(FLAG, 3, 3, floor=0) == 3


def test_containers_of_one_shape_are_merged_part_by_part() -> None:
    """Tuples always, lists only if both are new; other lengths and a number with text never."""
    pair = merge_values(FLAG, (1, X), Items(tuple, [1, Y], 0), floor=5)
    assert pair.items == [1, choose(FLAG, X, Y)]
    assert merge_values(FLAG, Items(list, [1], 7), Items(list, [2], 7), floor=5).kind is list
    for then, other in [
        (Items(list, [1], 2), Items(list, [2], 7)),
        ((1, 2), (1,)),
        (1, "a"),
    ]:
        with pytest.raises(CannotMerge):
            merge_values(FLAG, then, other, floor=5)
