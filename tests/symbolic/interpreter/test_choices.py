"""One value for two."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.choices import merge_values, shared_keys
from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms.build import choose
from symbolic_runs import FLAG, X, Y, paths_through, wrong_answers


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


GOODS = [{"weight": 5, "price": 2.5}, {"weight": 3, "price": 0.5}, {"weight": 4, "price": 1.0}]


def test_constant_dictionaries_of_the_same_keys_are_one_of_tables() -> None:
    """Only of simple values: others could be changed, and are known by their identity."""
    assert shared_keys(GOODS) == ["weight", "price"]
    assert shared_keys([{"a": 1}, {"b": 1}]) is None
    assert shared_keys([{"a": []}, {"a": []}]) is None
    assert shared_keys([{"a": 1}, 3]) is None

    def function(x: int, y: int, flag: bool) -> tuple[float, ...]:
        first, second = GOODS[x % 3], GOODS[y % 3]
        return (first["weight"] + second["weight"], first["price"])

    assert len(paths_through(function)) == 1
    assert wrong_answers(function) == []
