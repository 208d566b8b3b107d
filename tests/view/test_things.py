"""Where things stand, and what else they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from introplan.view.things import besides_place, places_of, standing, things_in


class Monster:
    """An object with a place in two attributes, and more."""

    def __init__(self, x: int, y: int, alive: bool = True) -> None:
        self.x, self.y, self.alive = x, y, alive


@dataclass(frozen=True)
class Door:
    """A record with a place in one attribute."""

    pos: tuple[int, int]
    is_open: bool = False


class Cell(NamedTuple):
    """A pair by name."""

    row: int
    col: int


class Slotted:
    """Attributes in slots."""

    __slots__ = ("col", "row")

    def __init__(self, row: int, col: int) -> None:
        self.row, self.col = row, col


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (Monster(3, 1), (3, 1)),
        (Door((2, 5)), (2, 5)),
        (Cell(4, 0), (4, 0)),
        (Slotted(6, 7), (6, 7)),
        ({"x": 1, "y": 2, "hp": 9}, (1, 2)),
        (("key", 1, 5), (1, 5)),
        ({"hp": 9}, None),
        ((1, 2, 3), None),
        (Monster, None),
        ("ab", None),
    ],
)
def test_things_stand_where_they_say(value: Any, place: Any) -> None:
    """Objects, records, dictionaries and named tuples; a class stands nowhere."""
    assert standing(value) == place


def test_parts_of_a_state_are_things_if_all_in_them_stand_somewhere() -> None:
    """Lists of objects, and dictionaries from a name to a place."""
    state = {
        "hero": Monster(1, 1),
        "monsters": [Monster(4, 1), Monster(2, 2)],
        "robots": {"r1": (0, 3), "r2": (5, 5)},
        "battery": 7,
    }
    assert things_in(state) == {
        "hero": [(1, 1)],
        "monsters": [(2, 2), (4, 1)],
        "robots": [(0, 3), (5, 5)],
    }
    assert places_of({"r1": (0, 3)}) is None, "directions by name are no ground"


def test_what_a_thing_says_besides_is_told() -> None:
    """Its place is on the map already, and so is its name."""
    told = [Monster(4, 1), Monster(2, 2, alive=False)]
    assert getattr(besides_place(told), "text", None) == "alive=True; alive=False"
    assert getattr(besides_place(("key", 1, 5)), "text", None) == "key"
    assert besides_place(Cell(1, 2)) is None
    assert besides_place({(1, 2), (3, 4)}) is None
