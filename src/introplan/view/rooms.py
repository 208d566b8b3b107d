"""States that say in which room things are, where a constant says which rooms are joined.

The constant is a dictionary from a name to its neighbours (a list, a set, or a dictionary by
direction or with lengths), or pairs of names. Parts of the state that are one of these names stand
in that room; the others are listed above.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from introplan.view.drawing import Box, Drawing, Line, Sprite, Words, fitted
from introplan.view.fields import Columns, fields_drawing, fields_text
from introplan.view.grids import AGENT
from introplan.view.layers import Point, arranged, layers_of, places
from introplan.view.names import role_of
from introplan.view.parts import named_parts

MIN_ROOMS, MAX_ROOMS = 3, 40
"""Rooms of a graph that is drawn: more are listed."""

MAX_THINGS = 8
"""Things that can be told apart in one room."""

ROOM_PX, LINE_PX, HEAD_PX, GAP_PX, MARGIN_PX = 112.0, 20.0, 24.0, 34.0, 20.0
"""The width of a room, the height of a thing in it and of its name, and the way between rooms."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """Rooms with their places, and the doors between them."""

    places: Mapping[str, Point]
    doors: tuple[tuple[str, str], ...]
    height: float
    things: tuple[str, ...]
    """The parts of a state that are in rooms."""

    def inside(self, state: Any) -> Inside:
        """Where the things of a state are, and what else there is."""
        parts = _parts(state)
        where = {n: parts[n] for n in self.things if parts.get(n) in self.places}
        return Inside(self, where, {n: v for n, v in parts.items() if n not in where})


@dataclass(frozen=True, slots=True)
class Inside:
    """A state among rooms."""

    rooms: Rooms
    where: Mapping[str, str]
    rest: Mapping[str, Any]


def rooms_of(
    states: Sequence[Any], constants: Mapping[str, Any]
) -> Callable[[Any], Inside] | None:
    """How to show these states among rooms; None if no constant joins what their parts name."""
    parts = [_parts(state) for state in states]
    best: tuple[list[str], dict[str, list[str]]] = ([], {})
    for _, value in sorted(constants.items()):
        graph = _graph_of(value)
        # What is carried is in no room for a while, and a part may be None.
        things = [n for n in parts[0] if all(_is_within(p.get(n), graph) for p in parts)]
        named = [n for n in things if any(p[n] in graph for p in parts)]
        if len(named) > len(best[0]):
            best = (named, graph)
    things, graph = best
    if not MIN_ROOMS <= len(graph) <= MAX_ROOMS or not 0 < len(things) <= MAX_THINGS:
        return None
    return _laid_out(graph, tuple(things)).inside


def _parts(state: Any) -> dict[str, Any]:
    """The parts of a state by name; a name alone is where a figure stands."""
    return {"here": state} if isinstance(state, str) else dict(named_parts(state))


def _is_within(value: Any, graph: Mapping[str, Any]) -> bool:
    return value is None or (isinstance(value, str) and (value in graph or len(value) > 1))


def _graph_of(value: Any) -> dict[str, list[str]]:
    """The neighbours of each name; empty if the value is no graph."""
    if isinstance(value, dict) and value and all(isinstance(name, str) for name in value):
        graph = {name: _neighbours(of, value) for name, of in value.items()}
        joined = sum(len(of) for of in graph.values())
        return graph if joined >= len(graph) - 1 else {}
    if isinstance(value, list | tuple | set | frozenset) and len(value) >= MIN_ROOMS - 1:
        pairs = [pair for pair in value if isinstance(pair, tuple) and len(pair) == 2]
        if len(pairs) == len(value) and all(isinstance(n, str) for pair in pairs for n in pair):
            found: dict[str, list[str]] = {}
            for one, other in sorted(pairs):
                found.setdefault(one, []).append(other)
                found.setdefault(other, [])
            return found
    return {}


def _neighbours(value: Any, known: Mapping[str, Any]) -> list[str]:
    if isinstance(value, dict):
        named = [v for v in value.values() if isinstance(v, str) and v in known]
        return named or [v for v in value if v in known]
    if isinstance(value, list | tuple | set | frozenset):
        found = [v for v in value if isinstance(v, str) and v in known]
        return found if isinstance(value, list | tuple) else sorted(found)
    return []


def _laid_out(graph: Mapping[str, Sequence[str]], things: tuple[str, ...]) -> Rooms:
    """A row for each distance from the first room, few doors crossing."""
    names = _by_distance(graph)
    names_in_order = [*names]
    number = {name: i for i, name in enumerate(names_in_order, start=1)}
    pairs = {(number[one], number[other]) for one in graph for other in graph[one]}
    edges = sorted({(min(pair), max(pair)) for pair in pairs})
    ordered = [(names_in_order[a - 1], names_in_order[b - 1]) for a, b in edges]
    rows = layers_of(list(names.values()))
    height = HEAD_PX + LINE_PX * len(things) + 4
    found = places(arranged(rows, edges), across=ROOM_PX + GAP_PX, down=height + GAP_PX)
    points = {name: found[number[name]] for name in names}
    return Rooms(points, tuple(ordered), height, things)


def _by_distance(graph: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The steps to each room from the first one, breadth first; others below all of these."""
    around: dict[str, list[str]] = {name: [] for name in graph}
    for one, others in graph.items():
        for other in others:
            around[one].append(other)
            around[other].append(one)
    found: dict[str, int] = {}
    for name in graph:
        waiting = deque([(name, max(found.values(), default=-1) + 1)])
        while waiting:
            here, steps = waiting.popleft()
            if here not in found:
                found[here] = steps
                waiting.extend((other, steps + 1) for other in around[here])
    return dict(sorted(found.items(), key=lambda item: item[1]))


def rooms_drawing(shown: Inside, before: Inside | None, columns: Columns) -> Drawing:
    """The rooms with what is in them, below what is nowhere."""
    rooms, top, width = shown.rooms, 0.0, 0.0
    sprites: list[Sprite] = []
    if columns.rows:
        earlier = None if before is None else before.rest
        above = fields_drawing(shown.rest, earlier, columns=columns)
        sprites, top, width = [*above.sprites], above.height - MARGIN_PX, above.width
    sprites += [replace(s, x=s.x + MARGIN_PX, y=s.y + top + MARGIN_PX) for s in _sprites(shown)]
    right = max(point.x for point in rooms.places.values()) + (ROOM_PX + GAP_PX) / 2
    bottom = max(point.y for point in rooms.places.values()) + (rooms.height + GAP_PX) / 2
    title = "; ".join(f"{name} in {room}" for name, room in shown.where.items())
    size = (max(width, right + 2 * MARGIN_PX), top + bottom + 2 * MARGIN_PX)
    return Drawing(*size, tuple(sprites), title)


def _sprites(shown: Inside) -> Iterable[Sprite]:
    rooms = shown.rooms
    ways = [Line((rooms.places[one], rooms.places[other]), "edge") for one, other in rooms.doors]
    yield Sprite("doors", 0, 0, tuple(ways), "doors")
    for name, (x, y) in rooms.places.items():
        label, size = fitted(name, ROOM_PX - 12)
        walls = Box(0, 0, ROOM_PX, rooms.height, "inside", 4)
        shapes = (walls, Words(ROOM_PX / 2, 17, label, "strong", size))
        yield Sprite(f"room {name}", x - ROOM_PX / 2, y - rooms.height / 2, shapes, name)
    taken: dict[str, int] = {}
    for name, room in shown.where.items():
        level = taken[room] = taken.get(room, -1) + 1
        x, y = rooms.places[room]
        look = "chip-new" if role_of(name) == AGENT or name == "here" else "chip-on"
        label, size = fitted(name, ROOM_PX - 24)
        shapes = (
            Box(0, 0, ROOM_PX - 16, LINE_PX - 3, look, 4),
            Words((ROOM_PX - 16) / 2, 12.5, label, "text", min(size, 12.0)),
        )
        at = (x - ROOM_PX / 2 + 8, y - rooms.height / 2 + HEAD_PX + level * LINE_PX)
        yield Sprite(f"thing {name}", *at, shapes, f"{name} in {room}")


def rooms_text(shown: Inside, before: Inside | None) -> str:
    """The same for a terminal: a line for each room, with those next to it."""
    rooms = shown.rooms
    width = max(map(len, rooms.places))
    lines = []
    for name in rooms.places:
        held = ", ".join(thing for thing, room in shown.where.items() if room == name)
        lines.append(f"{name:{width}}  {held or '-'}")
    if shown.rest:
        lines.append(fields_text(shown.rest, None if before is None else before.rest))
    return "\n".join(lines)
