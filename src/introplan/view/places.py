"""States that say where things are: pairs of numbers, and sets of them, on a map.

The ground comes from the constants of the world: a map in text or an array of zeros and ones, and
sets of places such as walls and goals. What moves comes from the state. Names decide what a thing
looks like; without a name a single place is the agent, and a set of places are crates. Whether a
pair is (row, column) or (x, y) shows in what stands in a wall if it is read the other way.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from introplan.view.fields import Tiles
from introplan.view.grids import AGENT, CRATE, FLOOR, GOAL, TARGET, WALL
from introplan.view.names import role_of
from introplan.view.object_boards import legend_of_objects, rows_of_objects
from introplan.view.parts import plain
from introplan.view.things import MAX_SIDE, Place, Things, places_of, standing, things_in

MIN_AREA = 6
"""Places of a set that may be all there are."""

NO_NAMES = ("pos", "position", "state")
"""What is called so has no name that says what it is."""

LYING = {
    "bed", "button", "charger", "coin", "depot", "dock", "door", "gem", "hole", "key", "lever",
    "pit", "portal", "station", "switch", "treasure", "trap",
}  # fmt: skip
"""What names of single places are called that lie on a map and stay there. Any pair of numbers may
be a place, a size or a direction: without such a name it is not drawn."""

ACROSS_FIRST = {"x", "col", "agent_x"}

DRAWN_WALLS = str.maketrans({**dict.fromkeys("+-|", WALL), ":": "."})
"""Walls that are drawn with lines, and gates between tiles, as on Gymnasium's map of Taxi."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What does not move: a map, and places of things by their signs."""

    rows: tuple[str, ...]
    fixed: tuple[tuple[str, tuple[Place, ...]], ...]
    is_rows_first: bool = True
    """Do the names in the code say so?"""
    areas: tuple[frozenset[Place], ...] = ()
    """Sets of places, each of which may be all that there are: the holes of a solitaire."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What signs that are letters stand for."""

    def under(self, board: Sequence[Sequence[str]]) -> Ground:
        """The same things on a board of the state; without rows if its cells are no signs."""
        are_signs = all(len(cell) == 1 for row in board for cell in row)
        rows = tuple("".join(row) for row in board) if are_signs else ()
        return replace(self, rows=rows)

    @property
    def walls(self) -> set[Place]:
        """Where nothing can stand, as (row, column) of the map."""
        return {(r, c) for r, row in enumerate(self.rows) for c, s in enumerate(row) if s == WALL}


def ground_of(constants: Mapping[str, Any], is_rows_first: bool = True) -> Ground:
    """The ground that the constants of a world describe; without rows if there is no map."""
    maps = [rows for value in constants.values() if (rows := _map_of(value))]
    fixed, areas = [], []
    letters = dict(chain.from_iterable(map(legend_of_objects, constants.values())))
    for name, value in sorted(constants.items()):
        place, sign = standing(value), role_of(name)
        is_lying = not {*name.lower().split("_")}.isdisjoint(LYING)
        is_one = place and (sign == TARGET or is_lying)
        places = [place] if place and is_one else places_of(value) if not place else None
        is_thing = sign in (WALL, TARGET, CRATE) or is_lying or isinstance(value, dict)
        if places and is_thing:
            letter = sign or _letter(name, letters)
            if sign is None:
                letters[letter] = _worded(name)
            fixed.append((letter, tuple(places)))
        if places and len(places) >= MIN_AREA and sign in (None, "."):
            areas.append(frozenset(places))
    largest = max(maps, key=lambda rows: len(rows) * len(rows[0]), default=())
    return Ground(largest, tuple(fixed), is_rows_first, tuple(areas), letters)


def _letter(name: str, taken: Container[str] = ()) -> str:
    """The first letter of a name that is free, and no sign of something else.

    >>> _letter("_portals"), _letter("KEY"), _letter("ore"), _letter("pit", "p")
    ('p', 'k', 'r', 'i')
    """
    letters = [c for c in name.lower() if c.isalpha()]
    return next((c for c in letters if c not in taken and c != TARGET), "x")


def _worded(name: str) -> str:
    """A name in words.

    >>> _worded("_portal_2")
    'portal 2'
    """
    return name.strip("_").replace("_", " ").lower()


def _map_of(value: Any) -> tuple[str, ...]:
    """Rows of signs, if the value is a map: text, lines, or an array of zeros and ones."""
    value = plain(value)
    if (things := rows_of_objects(value)) is not None:
        return tuple("".join(row) for row in things)
    if isinstance(value, str) and "\n" in value:
        value = value.strip("\n").splitlines()
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= MAX_SIDE:
        return ()
    if all(isinstance(row, str) for row in value):
        is_map = len({*map(len, value)}) == 1 or WALL in "".join(value)
        return _with_walls([*value]) if is_map else ()
    if all(isinstance(row, list | tuple) and len(row) > 2 for row in value):
        cells = {cell for row in value for cell in row if isinstance(cell, int | str)}
        is_whole = all(isinstance(cell, int | str) for row in value for cell in row)
        if is_whole and cells <= {0, 1} and len({len(row) for row in value}) == 1:
            return tuple("".join(".#"[cell] for cell in row) for row in value)
        if is_whole and all(isinstance(cell, str) and len(cell) == 1 for cell in cells):
            return _with_walls(["".join(row) for row in value])
    return ()


def _with_walls(lines: Sequence[str]) -> tuple[str, ...]:
    """Rows of one length; a sign that goes all around is the wall."""
    width = max(map(len, lines))
    rows = [line.ljust(width) for line in lines]
    if width < 2 or width > MAX_SIDE or not {*"".join(rows)} & {WALL, ".", " "}:
        return ()
    around = {*rows[0], *rows[-1], *(row[0] for row in rows), *(row[-1] for row in rows)}
    if WALL not in "".join(rows) and len(around) > 1 and around <= {*"+-|"}:
        return tuple(row.translate(DRAWN_WALLS) for row in rows)
    if WALL not in "".join(rows) and len(around) == 1 and not around & {" ", "."}:
        rows = [row.replace(around.pop() if around else WALL, WALL) for row in rows]
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class PlacesOnMap:
    """How the places in the states of a world are painted on its ground."""

    rows: tuple[str, ...]
    fixed: tuple[tuple[str, tuple[Place, ...]], ...]
    signs: Mapping[str, str]
    corner: Place
    is_across_first: bool
    legend: tuple[tuple[str, str], ...] = ()

    def painted(self, things: Things, board: Sequence[Sequence[str]] = ()) -> Tiles:
        """The map, or a board in the state, with what is on it."""
        cells = [list(row) for row in board or self.rows]
        for sign, places in self.fixed:
            self._put(cells, sign, places)
        for name in sorted(self.signs, key=self._height):
            self._put(cells, self.signs[name], things[name])
        return Tiles(cells, CRATE in self.signs.values(), self.legend)

    def _height(self, name: str) -> int:
        """Agents stand on top."""
        return self.signs[name] == AGENT

    def _put(self, cells: list[list[str]], sign: str, places: Iterable[Place]) -> None:
        for place in places:
            row, column = _turned(place, self.is_across_first)
            row, column = row - self.corner[0], column - self.corner[1]
            if 0 <= row < len(cells) and 0 <= column < len(cells[row]):
                is_home = sign == CRATE and cells[row][column] == TARGET
                cells[row][column] = GOAL if is_home else sign


def places_on_map(states: Sequence[Any], ground: Ground) -> PlacesOnMap | None:
    """How to paint the things of these states; None where they are not places on a ground."""
    seen = [things_in(state) for state in states]
    names = [name for name in seen[0] if all(name in things for things in seen)]
    names = [name for name in names if any(things[name] for things in seen)]
    is_set = any(len(things[name]) > 1 for things in seen for name in names)
    is_all = names in (["state"], ["agent"])
    seen = [{name: things[name] for name in names} for things in seen]
    has_ground = ground.rows or ground.fixed or (is_all and _area_of(seen, ground))
    if not names or not (has_ground or (is_set and (len(names) > 1 or is_all))):
        return None
    signs = _signs(names, seen, ground.names)
    if not ground.rows:
        return _on_plain_ground(seen, ground, signs)
    for is_across_first in _orders(names, ground):
        if _fits(seen, ground, is_across_first):
            rows = tuple(_cleared(ground.rows, seen[0], is_across_first))
            legend = _legend(ground, signs)
            return PlacesOnMap(rows, ground.fixed, signs, (0, 0), is_across_first, legend)
    return None


def _area_of(seen: Iterable[Things], ground: Ground) -> frozenset[Place] | None:
    """A set of places that everything always stands in: there are no others."""
    places = {place for things in seen for group in things.values() for place in group}
    return max((area for area in ground.areas if places <= area), key=len, default=None)


def _legend(ground: Ground, signs: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What the letters on a map stand for."""
    shown = {*(sign for sign, _ in ground.fixed), *"".join(ground.rows)}
    letters = {sign: name for sign, name in ground.names.items() if sign in shown}
    letters |= {sign: _worded(name) for name, sign in signs.items() if sign.isalpha()}
    return tuple((s, n) for s, n in letters.items() if s != TARGET and s != n)


def _orders(names: Iterable[str], ground: Ground) -> tuple[bool, bool]:
    """(x, y) first where the state or the code says so, else (row, column)."""
    axes = [name.split()[0] for name in names if " " in name]
    is_across_first = axes[0] in ACROSS_FIRST if axes else not ground.is_rows_first
    return (True, False) if is_across_first else (False, True)


def _fits(seen: Iterable[Things], ground: Ground, is_across_first: bool) -> bool:
    """Does everything stand on the map and outside its walls?"""
    rows, walls = ground.rows, ground.walls
    for things in seen:
        for place in chain.from_iterable(things.values()):
            row, column = _turned(place, is_across_first)
            if not (0 <= row < len(rows) and 0 <= column < len(rows[0])) or (row, column) in walls:
                return False
    return True


def _turned(place: Place, is_across_first: bool) -> Place:
    return (place[1], place[0]) if is_across_first else place


def _cleared(rows: Sequence[str], start: Things, is_across_first: bool) -> Iterator[str]:
    """The map without the signs of what moves; a Sokoban map with its targets."""
    moving = set()
    for place in chain.from_iterable(start.values()):
        row, column = _turned(place, is_across_first)
        moving.add(rows[row][column])
    is_sokoban = CRATE in "".join(rows)
    table = dict.fromkeys(moving - {*FLOOR, WALL, "*", "+"}, ".")
    if is_sokoban:
        table |= {" ": ".", "*": TARGET, "+": TARGET, ".": TARGET, AGENT: ".", CRATE: "."}
    yield from ("".join(table.get(sign, sign) for sign in row) for row in rows)


def _on_plain_ground(
    seen: Sequence[Things], ground: Ground, signs: Mapping[str, str]
) -> PlacesOnMap | None:
    """A rectangle that holds everything, or the places that there are."""
    area = _area_of(seen, ground)
    if area is not None:
        ground = replace(ground, fixed=tuple(f for f in ground.fixed if {*f[1]} != area))
    places = [*chain.from_iterable(p for things in seen for p in things.values())]
    places += chain.from_iterable(places for _, places in ground.fixed)
    is_across_first = _orders(signs, ground)[0]
    turned = [_turned(place, is_across_first) for place in (*places, *(area or ()))]
    top, left = min(0, *(r for r, _ in turned)), min(0, *(c for _, c in turned))
    if area is not None:
        top, left = min(r for r, _ in turned), min(c for _, c in turned)
    down, across = max(r for r, _ in turned) - top + 1, max(c for _, c in turned) - left + 1
    if max(down, across) > MAX_SIDE or min(down, across) < 2:
        return None
    free = None if area is None else {_turned(place, is_across_first) for place in area}
    rows = tuple(
        "".join(
            "." if free is None or (row, column) in free else WALL
            for column in range(left, left + across)
        )
        for row in range(top, top + down)
    )
    legend = _legend(ground, signs)
    return PlacesOnMap(rows, ground.fixed, signs, (top, left), is_across_first, legend)


def _signs(names: Sequence[str], seen: Sequence[Things], letters: Iterable[str]) -> dict[str, str]:
    """What the parts of the state look like: by name, else by how many they are."""
    signs: dict[str, str] = {}
    for name in names:
        is_single = all(len(things[name]) == 1 for things in seen)
        is_named = not name.isdigit() and " " not in name and name not in NO_NAMES
        kind = role_of(name) or (
            None if is_named and not is_single else AGENT if is_single else CRATE
        )
        if name == "state":  # a set of places alone: pegs, or cells that are alive
            kind = AGENT
        taken = kind is None or (kind in (AGENT, CRATE) and kind in signs.values())
        used = {*letters, *signs.values()}
        signs[name] = (_letter(name, used) if is_named else "x") if taken else str(kind)
    return signs
