"""Codes of values: the same for equal ones, and the way back."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest

from introplan.programs.memory_codes import Codes, Kind, Unsupported
from made_rooms import Thing


def _back(codes: Codes, value: Any) -> Any:
    code = codes.code(value, {})
    hash(code)
    codes.made.clear()
    return codes.value(code)


@pytest.mark.parametrize(
    "value",
    [
        1, "x", None, b"y", True, 0.5, (1, True), (1, (2, "z")), [1, [2]], {"a": [1], 2: (3,)},
        {1, 2}, deque([1, 2]), frozenset({1}), int, len, Kind, range(3),
    ],
)  # fmt: skip
def test_values_come_back(value: Any) -> None:
    """Equal, of the same type, and with the same code again."""
    codes = Codes([])
    found = _back(codes, value)
    assert found == value
    assert type(found) is type(value)
    assert codes.code(found, {}) == codes.code(value, {})


def test_arrays_and_their_numbers_come_back() -> None:
    """With their types and shapes."""
    numpy = pytest.importorskip("numpy")
    codes = Codes([])
    array = numpy.array([[1, 2], [3, 4]], dtype="int8")
    found = _back(codes, array)
    assert (found == array).all()
    assert found.dtype == array.dtype
    assert type(_back(codes, array[0, 0])) is numpy.int8


def test_what_differs_has_another_code() -> None:
    """1 is not True, a list is no tuple, 0 is not 0.0."""
    codes = Codes([])
    values = [1, True, 1.0, [1], (1,), {1}, {1: 1}, deque([1]), "1", None, Thing("a"), Thing("b")]
    assert len({codes.code(value, {}) for value in values}) == len(values)


def test_parts_are_told_by_their_numbers() -> None:
    """Also within tuples."""
    part = [1]
    codes = Codes([part])
    assert codes.code(part, {}) == (Kind.PART, 0)
    assert _back(codes, (part, 2))[0] is part


def test_new_objects_come_back_with_their_ties() -> None:
    """Attributes, and two places that hold one object."""
    codes = Codes([])
    thing: Any = Thing("key")
    thing.twin = [thing, thing]
    found = _back(codes, thing)
    assert found is not thing
    assert found.kind == "key"
    assert found.twin[0] is found.twin[1] is found


def test_what_cannot_come_back_is_not_supported() -> None:
    """Iterators, and new objects in sets; generators of random numbers are left out."""
    codes = Codes([])
    for value in (iter([1]), {Thing("a")}):
        with pytest.raises(Unsupported):
            codes.code(value, {})
    assert codes.code(random.Random(1), {}) == (Kind.OUT,)
