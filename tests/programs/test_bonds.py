"""Attributes that share what can change."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from introplan.programs.bonds import bonds_of, names_shared, with_bonds


def test_what_is_held_by_two_names_binds_them() -> None:
    """Also deep inside; constants and equal but different lists do not."""
    log: list[int] = []
    env = SimpleNamespace(log=log, notes={"all": [log]}, other=[], name="a", same="a")
    assert bonds_of(env) == {frozenset({"log", "notes"})}
    assert bonds_of(env, left={"notes"}) == set()


def test_bonds_are_followed_on() -> None:
    """From name to name; others stay out."""
    bonds = {frozenset({"a", "b"}), frozenset({"b", "c"}), frozenset({"d", "e"})}
    assert with_bonds({"a"}, bonds) == {"a", "b", "c"}


def test_arrays_over_the_same_memory_are_bound() -> None:
    """By what owns it."""
    numpy = pytest.importorskip("numpy")
    board = numpy.zeros((2, 2), dtype=int)
    env = SimpleNamespace(board=board, row=board[0], other=board.copy())
    assert bonds_of(env) == {frozenset({"board", "row"})}


class Thing:
    """Of the user's, with any attributes."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)


def test_a_name_is_shared_where_its_value_has_another_one() -> None:
    """In a container or elsewhere; one name in many places is one name, also in circles."""
    log: list[int] = []
    pet: Any = Thing(log=log)
    env: Any = Thing(log=log, pet=pet, rows=[[1]], size=3)
    pet.owner = env
    assert names_shared(env) == set()
    env.row = env.rows[0]
    pet.notes = log
    assert names_shared(env) == {"log", "row"}
