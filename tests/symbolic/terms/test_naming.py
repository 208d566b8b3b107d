"""The names of constants: found by what they contain."""

from __future__ import annotations

from introplan.symbolic.terms.naming import NO_NAMES, Names, names_of
from introplan.symbolic.terms.term import Table

MAP = ["#.", ".#"]
WALLS = frozenset({(0, 0), (1, 1)})


def is_wall(x: int, y: int) -> bool:
    """Uses a constant of the module."""
    return MAP[y][x] == "#"


def transition(s: tuple[int, int], a: int) -> bool:
    """Uses another function."""
    return is_wall(*s) or s in WALLS


def test_constants_of_helpers_are_found() -> None:
    """A function's own names, and those of the functions it calls."""
    assert set(names_of([transition]).constants) >= {"MAP", "WALLS"}
    assert names_of([None]) == NO_NAMES


def test_a_table_is_named_after_the_constant_it_agrees_with() -> None:
    """Lookups, comparisons and membership as they could stand in the source."""
    names = Names({"MAP": MAP, "WALLS": WALLS})
    cells = {(y, x): MAP[y][x] for x in range(2) for y in range(2)}
    assert names.lookup(Table(cells), ["y", "x"]) == "MAP[y][x]"
    walls = {place: mark == "#" for place, mark in cells.items()}
    assert names.condition(Table(walls), ["y", "x"]) == "MAP[y][x] == '#'"
    inside = Table(dict.fromkeys(WALLS, True), default=False)
    assert names.condition(inside, ["x", "y"]) == "(x, y) in WALLS"
    assert names.lookup(Table({(0, 0): "?"}), ["y", "x"]) is None
