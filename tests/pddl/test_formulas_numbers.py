"""Numbers in model files: floats, and whole numbers that are exact at any size."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.pddl.formulas import number_text, read_number
from introplan.pddl.reader import Word, source_of


def _number(text: str) -> float:
    return read_number(Word(text, 0), source_of(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("-.5", -0.5),
        ("+1e3", 1000.0),
        ("9007199254740992", 2.0**53),
        ("9007199254740993", 2**53 + 1),
        ("-9007199254740993.00", -(2**53) - 1),
        ("1" + "0" * 299, 10**299),
    ],
)
def test_a_number_is_exact_and_reads_back(text: str, value: float) -> None:
    """A float where that is the number, else an `int`."""
    assert _number(text) == value
    assert isinstance(_number(text), float) or float(value) != value
    assert _number(number_text(_number(text))) == value


@pytest.mark.parametrize("text", ["1e301", "-" + "9" * 400, "1e999999999"])
def test_a_number_that_could_not_be_added_up_is_refused(text: str) -> None:
    """The limit leaves room for sums."""
    with pytest.raises(ModelError, match=r"is too large; numbers stay below 1e\+300"):
        _number(text)
