"""What a class means: its fields, and which methods are the user's own."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, NamedTuple

import pytest

from introplan.symbolic.interpreter.classes import (
    check_plain_class,
    field_names,
    has_special_methods,
    is_compared_by_parts,
    is_frozen,
    is_named_tuple,
    own_method,
)
from introplan.symbolic.refusal import Refused


@dataclasses.dataclass(frozen=True)
class Plain:
    """A dataclass whose methods `dataclass` has written."""

    a: int
    b: int


class Pair(NamedTuple):
    """A named tuple."""

    a: int
    b: int


class Odd(Plain):
    """A dataclass with an equality of its own."""

    def __eq__(self, other: Any) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


class Color(enum.Enum):
    """An enumeration."""

    RED = 1


def test_generated_methods_are_not_the_users() -> None:
    """`dataclass`, `NamedTuple` and `Enum` write methods whose meaning is known."""
    assert own_method(Plain, "__eq__") is None
    assert own_method(Pair, "__new__") is None
    assert not has_special_methods(Color)
    assert own_method(Odd, "__eq__") is not None


def test_a_class_with_an_equality_of_its_own_is_not_plain() -> None:
    """It is refused where equality matters, and is not compared by its parts."""
    check_plain_class(Plain, "__eq__")
    with pytest.raises(Refused, match="PY-EXPR"):
        check_plain_class(Odd, "__eq__")
    assert is_compared_by_parts(Plain)
    assert not is_compared_by_parts(Odd)


def test_fields_are_in_their_order() -> None:
    """Of dataclasses and named tuples; other classes have none that are known."""
    assert field_names(Plain) == field_names(Pair) == ["a", "b"]
    assert field_names(Color) is None
    assert (is_named_tuple(Pair), is_named_tuple(Plain)) == (True, False)
    assert (is_frozen(Plain), is_frozen(Pair)) == (True, False)
