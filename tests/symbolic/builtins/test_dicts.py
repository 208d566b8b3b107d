"""Dictionaries with unknown keys to constants, and with unknown values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from introplan.symbolic.builtins.dicts import NO_EQUAL, key_parts, matching_keys
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Lookup
from symbolic_runs import X, Y, paths_through, refusal_of, wrong_answers

PRICE = {(0, 1): 5, (1, 1): 7, (2, 0): 9, "other": 0}
ROWS = {0: [1, 2], 1: [3, 4], 2.0: [5, 6]}


def _constant(x: int, y: int, flag: bool) -> object:
    return PRICE[x, y], PRICE.get((y, x), -1)


def _lists(x: int, y: int, flag: bool) -> int:
    return ROWS[x][1]


def _made(x: int, y: int, flag: bool) -> object:
    table = dict(a=x, b=y)  # noqa: C408
    table.update({"c": 1})
    table["a"] += 1
    removed = table.pop("b", 0)
    return (*table.values(), removed, tuple(table), len(table.items()))


def _from_pairs(x: int, y: int, flag: bool) -> object:
    pairs: Any = ["ab", ("c", x)]
    return tuple(dict(pairs).items())


def _from_triples(x: int, y: int, flag: bool) -> object:
    rows: Any = [(1, x, y)] if flag else [(1, x)]
    return len(dict(rows))


@pytest.mark.parametrize("function", [_constant, _lists, _made, _from_pairs, _from_triples])
def test_a_dictionary_says_what_it_says_in_python(function: Callable[..., object]) -> None:
    """A missing key raises KeyError; pairs may be text; what is no pair raises ValueError."""
    assert wrong_answers(function) == []


def test_an_unknown_key_with_a_default_does_not_fork() -> None:
    """`get` is one term."""
    assert len(paths_through(lambda x, y, flag: PRICE.get((x, y), 0))) == 1


def test_keys_that_an_unknown_number_can_meet() -> None:
    """17.0 is met by 17; text and pairs are not met by a number."""
    assert matching_keys([1, 2.0, "a", (1, 2)], (X,)) == {1: 1, 2: 2.0}
    assert key_parts((X, Y)) == (X, Y)
    assert NO_EQUAL not in matching_keys(["a"], (X,))


def test_a_key_that_depends_on_the_state_is_refused() -> None:
    """The shape of a dictionary is known."""
    with pytest.raises(Refused):
        paths_through(lambda x, y, flag: {x: 1})
    assert "key" in refusal_of(lambda x, y, flag: {x: 1})


SIGNS = "..H.GH"
PAID = {"G": 1, "H": -1}


def _paid_on_a_map(x: int, y: int, flag: bool) -> object:
    return PAID.get(SIGNS[x], 0), {1: "a", 2: "c"}.get(y, "d"), PRICE.get((x, y))


def test_a_table_of_a_table_is_one_table() -> None:
    """What the signs of a map pay is a table of places, without a condition for the default."""
    assert wrong_answers(_paid_on_a_map) == []
    (path,) = paths_through(lambda x, y, flag: PAID.get(SIGNS[x % 6], 0))
    assert isinstance(path.result, Lookup)
    assert set(path.result.table.values) == {0, 1, -1}


ROADS = defaultdict(dict, {0: {"b": 1}, 1: {"a": 2}})
STOCK = Counter({0: 5, 2: 1})


def test_constants_with_values_for_all_keys_are_read_where_they_have_the_key() -> None:
    """A Counter has 0 for others; a defaultdict would get a new entry, which is refused."""

    def found(x: int, y: int, flag: bool) -> object:
        roads = ROADS[x] if 0 <= x <= 1 else {}
        return STOCK[x], STOCK[7], len(roads), roads.get("b", 0)

    assert wrong_answers(found) == []
    assert "may not have" in refusal_of(lambda x, y, flag: len(ROADS[x]))
