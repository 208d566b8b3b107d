"""Terms and values as JSON, and back."""

from __future__ import annotations

import enum
import json
import math
import random
from typing import Any

import pytest

from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.stored import (
    NotStorable,
    References,
    TermWriter,
    stored_value,
    terms_from,
    text_of,
    value_from,
)
from introplan.symbolic.terms.term import Sort, Var, exact
from random_conditions import ORDER, STATES, random_condition, random_number


class Suit(enum.Enum):
    """A class that is handed in."""

    HEARTS = "h"
    SPADES = "s"


REFERENCES = References((Suit,))
VALUES: list[Any] = [
    None, True, 1, 1.0, -0.0, math.inf, -math.inf, 10**40, "text \ud800 \n", b"\x00\xff", (),
    (1, (True, 2.5)), frozenset({1, "a", (2,)}), Suit.SPADES, 0.1 + 0.2,
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_come_back_exactly(value: Any) -> None:
    """With their types, through text."""
    text = json.dumps(stored_value(value, REFERENCES))
    again = value_from(json.loads(text), REFERENCES)
    assert again == value
    assert exact(again) == exact(value)


@pytest.mark.parametrize("value", [[1], {1: 2}, {1}, object(), random.Random, enum.Enum])
def test_other_values_are_not_stored(value: Any) -> None:
    """What can change, and what is of no kind that we know."""
    with pytest.raises(NotStorable):
        stored_value(value, REFERENCES)
    with pytest.raises(NotStorable):
        stored_value(Suit.HEARTS, References(()))


def test_numbers_of_too_many_digits_are_not_stored() -> None:
    """Python refuses to write them as text, for what it would cost."""
    with pytest.raises(NotStorable):
        text_of([1, [10**5000]])


@pytest.mark.parametrize("seed", range(40))
def test_terms_come_back_as_they_were(seed: int) -> None:
    """The same values everywhere, and built in the same order."""
    rng = random.Random(seed)
    test, one, two = random_condition(rng), random_number(rng), random_number(rng)
    terms = [test, build.choose(test, build.largest([one, two]), build.multiply(one, two))]
    writer = TermWriter(REFERENCES)
    writer.add([*ORDER, *terms])
    writer.close()
    text = json.dumps(writer.nodes())
    found = terms_from(json.loads(text), REFERENCES)
    order = [found[writer.number(var)] for var in ORDER]
    assert all(isinstance(var, Var) for var in order)
    for term in terms:
        again = found[writer.number(term)]
        old, new = compiled_one(term, ORDER), compiled_one(again, order)  # type: ignore[arg-type]
        for row in rng.sample(STATES, 40):
            assert exact(old(row)) == exact(new(row))


def test_what_is_built_later_is_the_same_term() -> None:
    """Sums are kept in the order in which their parts were made, and stay so."""
    x, y = Var("x", Sort.INT), Var("y", Sort.INT)
    part = build.largest([x, y])
    total = build.add(part, x)
    writer = TermWriter(REFERENCES)
    writer.add([x, y, part, total])
    writer.close()
    found = terms_from(json.loads(json.dumps(writer.nodes())), REFERENCES)
    x2, part2, total2 = (found[writer.number(term)] for term in (x, part, total))
    assert build.add(x2, part2) is total2


@pytest.mark.parametrize(
    "row",
    [
        ["f", "__import__", "int", 0], ["f", "eval", "int"], ["l", 0, 0], ["=", 0, 5],
        ["=", 0, -1], ["=", 0, True], ["c", ["e", 7, "HEARTS"]], ["c", ["e", 0, "__class__"]],
        ["c", {"a": 1}], ["x"], [], "c", None, ["v", 1, "int"], ["<", 0, 3],
    ],
)  # fmt: skip
def test_lists_that_are_no_terms_are_refused(row: Any) -> None:
    """Functions that are none, nodes that are not there, members that are none."""
    with pytest.raises((NotStorable, KeyError, ValueError)):
        terms_from({"tables": [], "nodes": [["v", "x", "int"], row]}, REFERENCES)
