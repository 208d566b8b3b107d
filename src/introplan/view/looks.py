"""What is shown of the states of a world in Python that does not draw itself.

A board is shown as tiles, stacks as columns of tiles, things at places on their map or on the
board beside them in the state; what is neither is listed by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from introplan.programs.chance import ChanceProgram
from introplan.programs.freezing import value_of
from introplan.programs.program import Program
from introplan.view.boards import Board, board_of
from introplan.view.constants import constants_of, counts_rows_first
from introplan.view.parts import named_parts
from introplan.view.places import PlacesOnMap, ground_of, places_on_map
from introplan.view.rooms import rooms_of
from introplan.view.stacks import stacks_of
from introplan.view.things import besides_place, things_in

MAX_SAMPLED = 400
"""States from which the look is taken; a plan may have a million."""

Look: TypeAlias = Callable[[Any], Any]
"""What is shown of a state: tiles, or parts by name of which some may be tiles, or the state."""


def look_of(world: Program | ChanceProgram, states: Iterable[Any]) -> Look:
    """The look that fits all of these states."""
    sampled = [value_of(state) for state, _ in zip(states, range(MAX_SAMPLED), strict=False)]
    first = sampled[0] if sampled else None
    constants = constants_of(world, first)
    board = board_of(sampled, constants)
    if board is not None:
        return lambda state: board.tiles(value_of(state))
    if not sampled:
        return value_of
    stacks = stacks_of(sampled)
    if stacks is not None:
        return lambda state: stacks(value_of(state))
    rooms = rooms_of(sampled, constants)
    if rooms is not None:
        return lambda state: rooms(value_of(state))
    boards = _boards_inside(sampled, constants)
    ground = ground_of(constants, counts_rows_first(world, first))
    for name, inner in boards.items():
        cells = inner.tiles(dict(named_parts(first))[name]).cells
        on_board = places_on_map(sampled, ground.under(cells))
        if on_board is not None:
            return _Parts(boards, on_board, name).shown
    on_map = places_on_map(sampled, ground)
    return _Parts(boards, on_map, None).shown if boards or on_map else value_of


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a state by name, with tiles for those that are boards or places."""

    boards: Mapping[str, Board]
    on_map: PlacesOnMap | None
    ground: str | None
    """The board on which things stand, if it is a part of the state."""

    def shown(self, state: Any) -> Any:
        """Tiles alone if they are all there is."""
        state = value_of(state)
        parts = dict(named_parts(state))
        for name, board in self.boards.items():
            parts[name] = board.tiles(parts[name])
        if self.on_map is None:
            return parts
        on_map = {part for name in self.on_map.signs for part in (name, *name.split())}
        under = parts[self.ground].cells if self.ground is not None else ()
        tiles = self.on_map.painted(things_in(state), under)
        if self.ground is not None:
            both = dict.fromkeys((*parts[self.ground].legend, *tiles.legend))
            tiles = replace(tiles, legend=(*both,))
        is_place = (
            "agent" in on_map and "agent" not in parts
        )  # the state is a place, without parts
        rest = {} if is_place else {n: v for n, v in parts.items() if n not in on_map}
        notes = {n: besides_place(parts[n]) for n in self.on_map.signs if n in parts}
        rest |= {name: note for name, note in notes.items() if note is not None}
        rest.pop(self.ground or "", None)
        return {**rest, self.ground or "map": tiles} if rest else tiles


def _boards_inside(states: Sequence[Any], constants: Mapping[str, Any]) -> dict[str, Board]:
    """The parts of the states that are boards, by name."""
    columns: dict[str, list[Any]] = {}
    for state in states:
        for name, value in named_parts(state):
            columns.setdefault(name, []).append(value)
    found = {}
    for name, values in columns.items():
        is_whole = len(values) == len(states) and len(columns) > 1
        board = board_of(values, constants) if is_whole and not _are_pairs(values[0]) else None
        if board is not None:
            found[name] = board
    return found


def _are_pairs(value: Any) -> bool:
    """Rows of two are more often places, or two of something."""
    is_rows = isinstance(value, tuple | list) and bool(value)
    return is_rows and any(isinstance(row, tuple | list) and len(row) < 3 for row in value)
