"""Worlds in Python: drawn by their own `draw` if they have one, or else by what their states are.

`draw(state)` of a world returns text. Text that is a map becomes tiles (`grids.py`); text that is
an SVG document (it begins with `<svg` or `<?xml`) is the picture itself; all other text is shown
as it is. Without `draw` a board is tiles, and things are shown on their map (`looks.py`); other
parts of the state are listed (`fields.py`). The grid of the paper is
known by its code and drawn as a plane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from introplan.domains.catalogue import sample
from introplan.programs.chance import ChanceProgram
from introplan.programs.copying import copied, is_immutable
from introplan.programs.program import Program, ProgramTask, drawn
from introplan.view.drawing import Drawing
from introplan.view.fields import (
    Columns,
    Tiles,
    aligned,
    fields_drawing,
    fields_text,
    text_drawing,
    text_size,
)
from introplan.view.grids import CRATE, is_map, map_drawing, walk_scene
from introplan.view.looks import Look, look_of
from introplan.view.rooms import Inside, rooms_drawing, rooms_text


@dataclass(frozen=True, slots=True)
class OwnPicture:
    """An SVG document that a world drew of itself."""

    svg: str


Picture: TypeAlias = Drawing | OwnPicture

World: TypeAlias = Program | ChanceProgram

StateScene: TypeAlias = Callable[[Any, Any], Picture]
"""Draws a state; what changed since the second one may be marked."""


def program_scene(world: World, states: Iterable[Any], nearby: Sequence[Any] = ()) -> StateScene:
    """Drawings of these states of a world; all share their layout.

    `nearby` are further states, from which the layout is taken as well.
    """
    states = list(states)
    if _is_grid(world):
        plane = walk_scene(states)
        return lambda state, before: plane(state)
    if world.draw is not None:
        return _own_scene(world, states)
    return _listed_scene(look_of(world, [*states, *nearby]), states)


def _listed_scene(look: Look, states: Sequence[Any]) -> StateScene:
    """Tiles, or parts by name with room for the longest of them."""
    columns = Columns()
    for state in states:
        shown = look(state)
        columns = columns.with_room_for(shown.rest if isinstance(shown, Inside) else shown)

    def scene(state: Any, before: Any) -> Picture:
        shown = look(state)
        if isinstance(shown, Inside):
            return rooms_drawing(shown, None if before is None else look(before), columns)
        if isinstance(shown, Tiles):
            return map_drawing(
                shown.cells, "the state", crates=shown.has_crates, legend=shown.words
            )
        return fields_drawing(shown, None if before is None else look(before), columns=columns)

    return scene


def _own_scene(world: World, states: Iterable[Any]) -> StateScene:
    """What the world's own function returns, as tiles if all of it is maps of one size."""
    columns = lines = 0
    is_tiled, crates = True, False
    sizes = set()
    for state in states:
        text = own_text(world, state)
        size = text_size(text)
        columns, lines = max(columns, size[0]), max(lines, size[1])
        is_tiled = is_tiled and is_map(text)
        crates = crates or CRATE in text
        sizes.add(size)

    def scene(state: Any, before: Any) -> Picture:
        text = own_text(world, state)
        if is_svg(text):
            return OwnPicture(text.strip())
        if is_tiled and len(sizes) == 1:
            return map_drawing(text.splitlines(), "a map", crates=crates)
        return text_drawing(text, size=(columns, lines))

    return scene


def own_text(world: World, state: Any) -> str:
    """What the world's `draw` returns; it gets a copy where it could change the state."""
    return drawn(world, state if is_immutable(state) else copied(state)).strip("\n")


def is_svg(text: str) -> bool:
    """Is this a picture rather than words?

    >>> is_svg(" <svg xmlns='...'/>"), is_svg("a < b")
    (True, False)
    """
    return text.lstrip().lower().startswith(("<svg", "<?xml"))


def program_text(world: World, state: Any, before: Any = None, nearby: Sequence[Any] = ()) -> str:
    """A state for a terminal; `nearby` are further states, from which the layout is taken."""
    text = own_text(world, state) if world.draw is not None else ""
    if text and not is_svg(text):
        return text
    look = look_of(world, [*([] if before is None else [before]), state, *nearby])
    shown = look(state)
    if isinstance(shown, Inside):
        return rooms_text(shown, None if before is None else look(before))
    if isinstance(shown, Tiles):
        return "\n".join(filter(None, (aligned(shown.cells), shown.words)))
    return fields_text(shown, None if before is None else look(before))


def _is_grid(world: World) -> bool:
    """Are these the rules of the shipped grid, wherever their file is?"""
    return _code(world.transition) is not None and _code(world.transition) == _grid_code()


@cache
def _grid_code() -> object:
    task: ProgramTask = sample("grid", distance=1)
    return _code(task.program.transition)


def _code(function: Callable[..., Any] | None) -> object:
    code = getattr(function, "__code__", None)
    return None if code is None else (code.co_code, code.co_names, code.co_varnames)
