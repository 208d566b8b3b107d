"""Keys worked out in one pass: the same as those of `identity`, or none."""

from __future__ import annotations

from typing import Any

import pytest

from introplan.programs import identity
from introplan.programs.simple_keys import simple_key

ROW = [1, 2]


@pytest.mark.parametrize(
    "value",
    [[[1, 2], [3, 4]], ((0, 1), [[1, "a"], [b"", None]]), [(1, [2])], [[]], ([],), (1, (2, 3))],
)
def test_boards_have_the_keys_that_they_have_elsewhere(value: Any) -> None:
    """Whoever has a key of one kind must find the state by that of the other."""
    assert simple_key(value) == identity._key(value) == identity.key_of(value)


@pytest.mark.parametrize(
    "value", [[ROW, ROW], ([ROW], ROW), [1.0], [[True]], [{1}], {}, [[[[[[1]]]]]]]
)
def test_what_is_not_as_simple_is_left_to_others(value: Any) -> None:
    """Rows that are one object, numbers with more than one kind of equality, other containers."""
    assert simple_key(value) is None


def test_a_list_that_contains_itself_has_no_simple_key() -> None:
    """It would be looked through without end."""
    value: list[Any] = [1]
    value.append(value)
    assert simple_key(value) is None


def test_rows_that_are_one_object_are_another_state() -> None:
    """A change of one would be a change of the other."""
    assert identity.key_of([ROW, ROW]) != identity.key_of([[1, 2], [1, 2]])
