"""Keys worked out in one pass: the same as those of `identity`, or none."""

from __future__ import annotations

import random
from typing import Any

import pytest

from introplan.programs import identity
from introplan.programs.aliasing import aliasing_of
from introplan.programs.simple_keys import simple_key

ROW = [1, 2]


@pytest.mark.parametrize(
    "value",
    [[[1, 2], [3, 4]], ((0, 1), [[1, "a"], [b"", None]]), [(1, [2])], [[]], ([],), (1, (2, 3))],
)
def test_boards_have_the_keys_that_they_have_elsewhere(value: Any) -> None:
    """Whoever has a key of one kind must find the state by that of the other."""
    assert simple_key(value) == identity._key(value) == identity.key_of(value)


@pytest.mark.parametrize("value", [[1.0], [[True]], [{1}], {}, [[[[[[1]]]]]]])
def test_what_is_not_as_simple_is_left_to_others(value: Any) -> None:
    """Numbers with more than one kind of equality, other containers."""
    assert simple_key(value) is None


def test_a_list_that_contains_itself_has_no_simple_key() -> None:
    """It would be looked through without end."""
    value: list[Any] = [1]
    value.append(value)
    assert simple_key(value) is None


def test_rows_that_are_one_object_are_another_state() -> None:
    """A change of one would be a change of the other."""
    assert identity.key_of([ROW, ROW]) != identity.key_of([[1, 2], [1, 2]])


def _drawn(rng: random.Random, made: list[list[Any]], depth: int) -> Any:
    """A board, a way of boards: some lists are there more than once."""
    if made and rng.random() < 0.3:
        return rng.choice(made)
    if not depth or rng.random() < 0.2:
        return rng.randrange(2)
    parts = [_drawn(rng, made, depth - 1) for _ in range(rng.randrange(3))]
    if rng.random() < 0.3:
        return tuple(parts)
    made.append(parts)
    return parts


def test_lists_that_are_met_twice_are_told_apart_as_by_their_paths() -> None:
    """Random values: the keys are equal exactly where content and access paths are."""
    rng, pairs = random.Random(3), dict[Any, Any]()
    for _ in range(4_000):
        made: list[list[Any]] = []
        value = [_drawn(rng, [], 2), _drawn(rng, made, 2), _drawn(rng, made, 2)]
        key, truth = simple_key(value), (repr(value), aliasing_of(value, identity._key))
        if key is None:  # too deep
            continue
        assert pairs.setdefault(key, truth) == truth
    assert len(set(pairs.values())) == len(pairs)
    assert len({text for text, _ in pairs.values()}) < len(pairs)
