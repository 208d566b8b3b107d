"""A policy as a picture: arrows on the map of the world, with what is to be expected from there.

Where the states of a world are drawn as a map with one agent on it, whatever they are made of,
a state is a place, and what a policy does there is an arrow. Which way an action goes is not read
off its name: it is where it leads. Actions that lead nowhere are words. If there is more to a
state than the place (a key, a passenger), there is a map for each of these.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from introplan.mdp import action_text
from introplan.planners.chance.values import Values
from introplan.programs.chance import ChanceTask
from introplan.programs.program import ProgramTask
from introplan.slipping import SlipperyTask
from introplan.view.drawing import (
    VALUE_SHADES,
    Box,
    Drawing,
    Line,
    Shape,
    Sprite,
    Words,
    fitted,
    shortened,
)
from introplan.view.fields import Tiles
from introplan.view.graph_parts import arrow_head
from introplan.view.grids import AGENT, FLOOR, WALL, is_map, sign_shapes
from introplan.view.layers import Point
from introplan.view.looks import look_of
from introplan.view.parts import named_parts
from introplan.view.program_scenes import own_text
from introplan.view.ways import Place, ways_of

MAX_STATES, MAX_PANELS = 2_500, 12
"""States that are placed, and maps that fit under each other; what is more is counted."""

TILE_PX, MIN_TILE_PX, MAX_WIDTH_PX = 54.0, 16.0, 840.0
MARGIN_PX, LINE_PX = 14.0, 20.0

MIN_VALUE_TILE_PX = 36.0
"""Below this the value of a state cannot be read in its tile."""

STILL = 0.05
"""An action that leads less than this part of a cell away on average has no direction."""


@dataclass(slots=True)
class Panel:
    """A map, and which state has the agent on which of its cells; `about` is the rest of it."""

    about: str
    cells: list[list[str]]
    known: set[Place]
    """Cells whose ground was seen without the agent on it."""
    states: dict[Place, int] = field(default_factory=dict)

    def takes(self, cells: list[list[str]], at: Place, state: int) -> bool:
        """Add a state if it is this map with the agent somewhere else."""
        is_same = len(cells) == len(self.cells) and len(cells[0]) == len(self.cells[0])
        if not is_same or at in self.states:
            return False
        places = [(r, c) for r in range(len(cells)) for c in range(len(cells[0])) if (r, c) != at]
        if any(p in self.known and self.cells[p[0]][p[1]] != cells[p[0]][p[1]] for p in places):
            return False
        for r, c in places:
            self.cells[r][c] = cells[r][c]
            self.known.add((r, c))
        self.states[at] = state
        return True


@dataclass(frozen=True, slots=True)
class PolicyMap:
    """The maps on which the states of a world are places, and which way its actions go."""

    panels: tuple[Panel, ...]
    places: dict[int, Place]
    ways: dict[str, tuple[float, float]]
    hidden: int
    """Panels for which there was no room."""


def policy_map(known: Values) -> PolicyMap | None:
    """The maps of a world; None where states are not places on a map."""
    states = known.table.states
    if not 1 < len(states) <= MAX_STATES:
        return None
    pictures = list(_pictures(known))
    places = [_agent_in(cells) for cells in pictures]
    if len(pictures) < len(states) or None in places:
        return None
    found = {number: place for number, place in enumerate(places) if place is not None}
    panels: dict[str, list[Panel]] = {}
    hidden = 0
    for number, about in enumerate(_besides(known, found)):
        at, own = found[number], panels.setdefault(about, [])
        if any(panel.takes(pictures[number], at, number) for panel in own):
            continue
        if sum(map(len, panels.values())) == MAX_PANELS:
            hidden += 1
        else:
            own.append(_first(about, pictures[number], at, number))
    shown = tuple(chain.from_iterable(panels.values()))
    # A map for each state is no map of states.
    if len(shown) + hidden > max(1, len(states) // 2):
        return None
    return PolicyMap(shown, found, ways_of(known, found), hidden)


def _first(about: str, cells: list[list[str]], at: Place, state: int) -> Panel:
    rows = enumerate(cells)
    ground = [["." if (r, c) == at else s for c, s in enumerate(row)] for r, row in rows]
    seen = {(r, c) for r, row in enumerate(cells) for c in range(len(row)) if (r, c) != at}
    return Panel(about, ground, seen, {at: state})


def _besides(known: Values, places: dict[int, Place]) -> Iterator[str]:
    """What there is to each state besides its place: the parts that the place does not tell."""
    parts = [dict(named_parts(state)) for state in known.states]
    told: dict[tuple[str, Place], str] = {}
    free: set[str] = set()
    for number, own in enumerate(parts):
        for name, value in own.items():
            if told.setdefault((name, places[number]), str(value)) != str(value):
                free.add(name)
    for own in parts:
        yield ", ".join(f"{name}: {value}" for name, value in own.items() if name in free)


def _pictures(known: Values) -> Iterator[list[list[str]]]:
    """Each state as a map; ends early where one has none."""
    task: Any = known.world.task
    while isinstance(task, SlipperyTask):
        task = task.base
    if not isinstance(task, ProgramTask | ChanceTask):
        return
    states = known.states
    look = None if task.program.draw is not None else look_of(task.program, states)
    for state in states:
        if look is None:
            text = own_text(task.program, state)
            cells = [list(row) for row in text.splitlines()] if is_map(text) else None
        else:
            cells = _map_in(look(state))
        if cells is None:
            return
        yield cells


def _map_in(shown: Any) -> list[list[str]] | None:
    """The one map among what is shown of a state."""
    parts = shown.values() if isinstance(shown, dict) else (shown,)
    maps = [part for part in parts if isinstance(part, Tiles)]
    return [list(row) for row in maps[0].cells] if len(maps) == 1 else None


def _agent_in(cells: Sequence[Sequence[str]]) -> Place | None:
    found = [(r, c) for r, row in enumerate(cells) for c, sign in enumerate(row) if sign == AGENT]
    return found[0] if len(found) == 1 else None


def policy_map_drawing(known: Values, found: PolicyMap) -> Drawing:
    """The maps with an arrow and a value in each cell in which something can be done."""
    across = max(len(panel.cells[0]) for panel in found.panels)
    tile = max(MIN_TILE_PX, min(TILE_PX, MAX_WIDTH_PX / across))
    states = known.states
    # With a horizon, those that hold when a state is first reached.
    values = {n: known.value(state, known.first_left(n)) for n, state in enumerate(states)}
    sprites: list[Sprite] = []
    top = MARGIN_PX
    for panel in found.panels:
        if panel.about:
            words = Words(0, 0, shortened(panel.about, 100), "strong", 13, "start")
            sprites.append(Sprite(f"about {top:g}", MARGIN_PX, top + 12, (words,)))
            top += LINE_PX
        sprites += _panel(panel, found, known, values, Point(MARGIN_PX, top), tile)
        top += len(panel.cells) * tile + MARGIN_PX
    more = f", and {found.hidden} states on further maps" if found.hidden else ""
    legend = f"Arrows: what to do. Numbers: what is to be expected from there{more}."
    line = Words(0, 0, legend, "soft", 12, "start")
    sprites.append(Sprite("legend", MARGIN_PX, top + 8, (line,), kind="legend"))
    width = max(across * tile, 430.0) + 2 * MARGIN_PX
    return Drawing(width, top + LINE_PX, tuple(sprites), "a policy, as arrows on a map")


def _panel(
    panel: Panel,
    found: PolicyMap,
    known: Values,
    values: dict[int, float],
    corner: Point,
    tile: float,
) -> Iterator[Sprite]:
    finite = [value for value in values.values() if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=0.0)
    for r, row in enumerate(panel.cells):
        for c, sign in enumerate(row):
            x, y = corner.x + (c + 0.5) * tile, corner.y + (r + 0.5) * tile
            state = panel.states.get((r, c))
            if state is None or sign == WALL:
                yield Sprite(f"ground {corner.y:g} {r} {c}", x, y, _ground(sign, tile))
                continue
            value = values[state]
            share = (value - low) / (high - low) if high > low and math.isfinite(value) else 0.0
            look = f"value-{round(max(0.0, share) * (VALUE_SHADES - 1))}"
            shapes = [_square(tile, look)]
            if sign not in FLOOR:
                shapes.append(Words(-tile * 0.36, -tile * 0.26, sign, "accent", 11))
            choice = known.best_choice(state, known.first_left(state))
            name = "" if choice < 0 else action_text(known.table.actions[choice])
            shapes += _done(name, found.ways.get(name, (0.0, 0.0)), tile)
            if tile >= MIN_VALUE_TILE_PX:
                shown = f"{value:.3g}" if math.isfinite(value) else "-"
                shapes.append(Words(0, tile * 0.42, shown, "soft", 10.5))
            title = f"{name or 'nothing can be done'}: {value:.6g}"
            yield Sprite(f"cell {state}", x, y, tuple(shapes), title, "cell")


def _square(tile: float, look: str) -> Shape:
    return Box(-tile / 2, -tile / 2, tile, tile, look)


def _ground(sign: str, tile: float) -> tuple[Shape, ...]:
    """A cell in which nothing is to be done: wall, floor, or an end."""
    if sign == WALL:
        return (_square(tile, "wall"),)
    floor = _square(tile, "place")
    return (floor,) if sign in FLOOR else (floor, *sign_shapes(sign, tile * 0.9))


def _done(name: str, way: tuple[float, float], tile: float) -> Iterator[Shape]:
    """An arrow, or the name of an action that leads nowhere."""
    raised = tile * 0.08 if tile >= MIN_VALUE_TILE_PX else 0.0
    down, across = way
    length = math.hypot(down, across)
    if not name:
        return
    if length < STILL:
        words, size = fitted(name, tile * 0.9, size=13, least=7)
        yield Words(0, size * 0.3 - raised, words, "text", size)
        return
    # The mean is blown aside by what happens besides: eight ways are enough.
    turned = round(math.atan2(down, across) / (math.pi / 4)) * math.pi / 4
    dx, dy, reach = math.cos(turned), math.sin(turned), tile * 0.27
    tip = Point(dx * reach, dy * reach - raised)
    neck = Point(dx * (reach - tile * 0.16), dy * (reach - tile * 0.16) - raised)
    tail = (-dx * reach, -dy * reach - raised)
    yield Line((tail, (neck.x, neck.y)), "arrow")
    yield arrow_head(tip, neck, "-bold")
