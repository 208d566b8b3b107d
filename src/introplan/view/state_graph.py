"""The reachable space as a graph: as a Graphviz file, and as a drawing with a layout of our own.

States are circles with their breadth-first numbers, one row for each distance from the start.
Milestones, the states in which a reward is paid, have a bold rim and rewarding transitions are
bold; dead ends are grey, success has a second circle. Transitions between the same two states
share an arrow; one that can be undone has two heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from introplan.mdp import action_text
from introplan.search.state_space import StateSpace
from introplan.view.drawing import Box, Curve, Disc, Drawing, Line, Shape, Sprite, Words, printable
from introplan.view.layers import Point, arranged, layers_of, places
from introplan.view.svg import svg

RADIUS_PX = 16.0
"""A circle has room for a number of four digits."""

ACROSS_PX, DOWN_PX = 58.0, 92.0
"""From circle to circle in a row, and from row to row: arrows run between the rows."""

RIM_PX = RADIUS_PX + 1
HEAD_PX, BOLD_HEAD_PX = 8.0, 13.0
"""The length of an arrow's head; a bold line would hide a small one."""

MAX_STATES_WITH_TITLES = 2_000
"""The title of a state is its full text: of a large space they would be most of the file."""

LEGEND_PX, MIN_WIDTH_PX = 52.0, 640.0
"""The two lines of the legend are so high and so wide."""


@dataclass(frozen=True, slots=True)
class _Link:
    """All transitions from one state to another; two ways when they can be undone alike."""

    source: int
    target: int
    actions: tuple[str, ...]
    is_rewarding: bool
    is_two_way: bool = False
    has_opposite: bool = False


def milestones_of(space: StateSpace) -> frozenset[int]:
    """The numbers of the states in which a reward is paid on arrival."""
    return frozenset(edge.target for edge in space.rewarding)


def state_graph_dot(space: StateSpace) -> str:
    """The space for Graphviz."""
    lines = ["digraph states {", "  node [shape=circle];"]
    dead, success, bold = set(space.dead_ends), set(space.success), milestones_of(space)
    over = set(space.over)
    for number, state in enumerate(space.states, start=1):
        looks = [f"tooltip={_quoted(str(state))}"]
        if number in success:
            looks.append("shape=doublecircle")
        if number in over:
            looks.append("shape=doubleoctagon")
        if number in bold:
            looks.append("penwidth=3")
        if number in dead:
            looks.append("style=filled, fillcolor=grey85, color=grey60, fontcolor=grey40")
        lines.append(f"  {number} [{', '.join(looks)}];")
    rewarding = set(map(id, space.rewarding))
    for edge in space.edges:
        thick = ", style=bold, penwidth=3" if id(edge) in rewarding else ""
        label = _quoted(action_text(edge.action))
        lines.append(f"  {edge.source} -> {edge.target} [label={label}{thick}];")
    return "\n".join([*lines, "}", ""])


def state_graph_svg(space: StateSpace) -> str:
    """The space as an SVG document."""
    return svg(state_graph(space))


def state_graph(
    space: StateSpace, *, current: int | None = None, has_legend: bool = True
) -> Drawing:
    """The space as a drawing; the state `current` is a square, as in the paper's figure 1."""
    rows = arranged(layers_of(space.depths), ((e.source, e.target) for e in space.edges))
    place = places(rows, across=ACROSS_PX, down=DOWN_PX)
    wide = max(map(len, rows)) * ACROSS_PX
    width = max(wide, MIN_WIDTH_PX) if has_legend else wide + ACROSS_PX
    height = len(rows) * DOWN_PX + LEGEND_PX * has_legend
    shift = (width - wide) / 2
    place = {number: Point(p.x + shift, p.y) for number, p in place.items()}
    # Bold arrows last, so that thin ones do not run across them.
    links = sorted(_links(space), key=lambda link: link.is_rewarding)
    sprites = (
        _arrival(place[1]),
        *(_drawn_link(link, place) for link in links),
        *_drawn_states(space, place, current),
        *([_legend(space, height)] if has_legend else []),
    )
    return Drawing(width, height, sprites, f"a graph of {len(space.states)} states")


def _links(space: StateSpace) -> Iterator[_Link]:
    """The arrows to draw; of two opposite ones that look alike only the first, with two heads."""
    actions: dict[tuple[int, int], list[str]] = {}
    for edge in space.edges:
        actions.setdefault((edge.source, edge.target), []).append(action_text(edge.action))
    bold = {(edge.source, edge.target) for edge in space.rewarding}
    for (source, target), texts in actions.items():
        back = (target, source)
        has_opposite = back in actions and source != target
        is_alike = has_opposite and ((source, target) in bold) == (back in bold)
        if is_alike and source > target:
            continue
        labels = [*texts, *actions[back]] if is_alike else texts
        is_rewarding = (source, target) in bold
        yield _Link(source, target, tuple(labels), is_rewarding, is_alike, has_opposite)


def _drawn_link(link: _Link, place: dict[int, Point]) -> Sprite:
    start, end = place[link.source], place[link.target]
    kind, bold = ("rewarding", "-bold") if link.is_rewarding else ("", "")
    key, title = f"{link.source}-{link.target}", " ".join(link.actions)
    if link.source == link.target:
        return Sprite(key, 0, 0, _loop(start, bold), title, kind)
    bend = _bend(start, end, link)
    head = RIM_PX + (BOLD_HEAD_PX if link.is_rewarding else HEAD_PX)
    tip, from_end = _at_rim(end, bend), _at_rim(end, bend, head)
    tail, from_start = _at_rim(start, bend), _at_rim(start, bend, head)
    shapes: list[Shape] = [
        Curve((from_start if link.is_two_way else tail, bend, from_end), f"edge{bold}"),
        _head(tip, from_end, bold),
    ]
    if link.is_two_way:
        shapes.append(_head(tail, from_start, bold))
    return Sprite(key, 0, 0, tuple(shapes), title, kind)


def _bend(start: Point, end: Point, link: _Link) -> Point:
    """The point an arrow is drawn towards; off the middle where a straight line would hide."""
    rows = abs(end.y - start.y) / DOWN_PX
    is_straight = 0.5 < rows < 1.5 and (link.is_two_way or not link.has_opposite)
    away = 0.0 if is_straight else 0.18
    across, down = end.x - start.x, end.y - start.y
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return Point(middle.x - down * away, middle.y + across * away)


def _at_rim(centre: Point, towards: Point, distance: float = RIM_PX) -> Point:
    across, down = towards.x - centre.x, towards.y - centre.y
    length = hypot(across, down) or 1.0
    return Point(centre.x + across * distance / length, centre.y + down * distance / length)


def _head(tip: Point, base: Point, bold: str = "") -> Line:
    """A triangle from `base` to `tip`."""
    across, down = (tip.x - base.x) * 0.4, (tip.y - base.y) * 0.4
    left = Point(base.x - down, base.y + across)
    right = Point(base.x + down, base.y - across)
    return Line((tip, left, right), f"head{bold}", is_closed=True)


def _loop(centre: Point, bold: str) -> tuple[Shape, ...]:
    """An arrow from a state to itself, at its right."""
    begin, tip = Point(centre.x + 13, centre.y - 9), Point(centre.x + 14, centre.y + 10)
    out, back = Point(centre.x + 42, centre.y - 24), Point(centre.x + 42, centre.y + 24)
    base = _at_rim(tip, back, HEAD_PX)
    return (Curve((begin, out, back, base), f"edge{bold}"), _head(tip, base, bold))


def _arrival(start: Point) -> Sprite:
    """The arrow that shows where everything begins."""
    base, tip = Point(start.x, start.y - RIM_PX - HEAD_PX), Point(start.x, start.y - RIM_PX - 1)
    line = Line((Point(start.x, start.y - 40), base), "edge")
    return Sprite("arrival", 0, 0, (line, _head(tip, base)), "the start")


def _drawn_states(
    space: StateSpace, place: dict[int, Point], current: int | None
) -> Iterator[Sprite]:
    dead, success, bold = set(space.dead_ends), set(space.success), milestones_of(space)
    over = set(space.over)
    has_titles = len(space.states) <= MAX_STATES_WITH_TITLES
    for number, state in enumerate(space.states, start=1):
        kind = "state dead-end" if number in dead else "state"
        kind += " milestone" if number in bold else ""
        shapes = _node(
            number,
            is_dead=number in dead,
            is_bold=number in bold,
            ring="success" if number in success else "over" if number in over else "",
            is_square=number == current,
        )
        title = printable(str(state)) if has_titles else ""
        yield Sprite(f"state {number}", *place[number], shapes, title, kind)


def _node(
    number: int, *, is_dead: bool, is_bold: bool, ring: str, is_square: bool
) -> tuple[Shape, ...]:
    """A circle around the number: its rim and its inside tell what kind of state it is."""
    look = "node-dead-bold" if is_dead and is_bold else "node-dead" if is_dead else "node"
    look = "node-bold" if is_bold and not is_dead else look
    rim: Shape = Disc(0, 0, RADIUS_PX, look)
    if is_square:
        half = RADIUS_PX - 2
        rim = Box(-half, -half, 2 * half, 2 * half, look)
    label = Words(0, 4.2, str(number), "dead-text" if is_dead else "text", 12)
    inner = RADIUS_PX - 4.2
    rings: dict[str, Shape] = {
        "success": Disc(0, 0, inner, "ring"),
        "over": Box(-inner * 0.75, -inner * 0.75, inner * 1.5, inner * 1.5, "ring"),
    }
    return (rim, rings[ring], label) if ring else (rim, label)


def legend(space: StateSpace) -> tuple[str, str]:
    """How large the space is, and what its looks mean."""
    known = "" if space.is_complete else " (there are more)"
    over = " Inner square: the episode is over." if space.over else ""
    looks = "Bold: pays a reward, and where it is paid. Grey: dead end. Double circle: success."
    return (
        f"{len(space.states)} states{known}, {len(space.edges)} transitions.",
        f"{looks}{over}",
    )


def _legend(space: StateSpace, height: float) -> Sprite:
    lines = tuple(
        Words(0, 18 * i, line, "soft", 12, "start") for i, line in enumerate(legend(space))
    )
    return Sprite("legend", 14, height - 34, lines, kind="legend")


def _quoted(text: str) -> str:
    """A string for Graphviz."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
