"""Values in records: of the right kind, or refused by name."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from introplan.experiments import entries

GOOD = {"n": 3, "x": 1.5, "t": "word", "l": ["a"], "d": {"k": None}, "none": None, "neg": -1}


def test_good_values_come_back_as_they_are() -> None:
    """Numbers, texts, tables, and null where it is allowed."""
    assert (entries.whole(GOOD, "n"), entries.number(GOOD, "x")) == (3, 1.5)
    assert (entries.text(GOOD, "t"), entries.texts(GOOD, "l")) == ("word", ("a",))
    assert entries.table(GOOD, "d", needs=("k",)) == {"k": None}
    assert entries.table_or_none(GOOD, "none") is None
    assert entries.number_or_none(GOOD, "none") is entries.whole_or_none(GOOD, "none") is None
    assert (entries.bound(GOOD, "x"), entries.bound({"b": "inf"}, "b")) == (1.5, math.inf)
    assert entries.bound(GOOD, "gone") is entries.bound(GOOD, "none") is None
    assert entries.one_of(GOOD, "t", {"word", "other"}) == "word"


@pytest.mark.parametrize(
    ("read", "key", "message"),
    [
        (entries.text, "n", "n is no text"),
        (entries.bound, "t", "t is no number"),
        (entries.text, "gone", "gone is missing"),
        (entries.texts, "t", "t is no list of texts"),
        (entries.number, "t", "t is no number"),
        (entries.amount, "neg", "neg is negative"),
        (entries.whole, "x", "x is no whole number"),
        (entries.table, "l", "l is no table"),
        (lambda found, key: entries.table(found, key, needs=("z",)), "d", "z is missing"),
        (lambda found, key: entries.one_of(found, key, {"b", "a"}), "t", "t is none of a, b"),
    ],
)
def test_a_wrong_value_is_told_by_its_name(
    read: Callable[[Any, str], Any], key: str, message: str
) -> None:
    """As a ValueError."""
    with pytest.raises(ValueError, match=message):
        read(GOOD, key)


@pytest.mark.parametrize("value", [math.nan, math.inf, 1e16, True])
def test_numbers_that_cannot_be_computed_with_are_refused(value: float) -> None:
    """Not a number, infinity, absurd sizes, and truth values."""
    with pytest.raises(ValueError, match="n is"):
        entries.number({"n": value}, "n")
