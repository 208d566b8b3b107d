"""The reachable space as a graph: as a Graphviz file, and as a drawing with a layout of our own.

States are circles with their breadth-first numbers, one row for each distance from the start.
Milestones, the states in which a reward is paid, have a bold rim and rewarding transitions are
bold; dead ends are grey, success has a second circle. Transitions between the same two states
share an arrow; one that can be undone has two heads. `chance_graph` draws worlds with chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from introplan.mdp import action_text, display_number
from introplan.search.state_space import StateSpace
from introplan.view.chance_graph import chance_graph
from introplan.view.drawing import Curve, Drawing, Shape, Sprite, printable
from introplan.view.graph_parts import (
    ACROSS_PX,
    BOLD_HEAD_PX,
    DOWN_PX,
    HEAD_PX,
    LEGEND_PX,
    MIN_WIDTH_PX,
    RIM_PX,
    arrival,
    arrow_head,
    at_rim,
    drawn_states,
    legend,
    legend_sprite,
    milestones_of,
)
from introplan.view.layers import Point, arranged, layers_of, places
from introplan.view.svg import svg

__all__ = ["legend", "state_graph", "state_graph_dot", "state_graph_svg"]


@dataclass(frozen=True, slots=True)
class _Link:
    """All transitions from one state to another; two ways when they can be undone alike."""

    source: int
    target: int
    actions: tuple[str, ...]
    is_rewarding: bool
    is_two_way: bool = False
    has_opposite: bool = False


def state_graph_dot(space: StateSpace) -> str:
    """The space for Graphviz; in a world with chance every choice of an action is a point."""
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
    for number, outcomes in enumerate(space.choices, start=1):
        first = outcomes[0]
        label = _quoted(action_text(first.action))
        if len(outcomes) > 1:
            lines.append(f"  c{number} [shape=point, width=0.1];")
            lines.append(f"  {first.source} -> c{number} [label={label}, arrowhead=none];")
        for edge in outcomes:
            thick = ", style=bold, penwidth=3" if id(edge) in rewarding else ""
            source = edge.source if len(outcomes) == 1 else f"c{number}"
            if len(outcomes) > 1:
                label = _quoted(display_number(edge.probability))
            lines.append(f"  {source} -> {edge.target} [label={label}{thick}];")
    return "\n".join([*lines, "}", ""])


def state_graph_svg(space: StateSpace) -> str:
    """The space as an SVG document."""
    return svg(state_graph(space))


def state_graph(
    space: StateSpace, *, current: int | None = None, has_legend: bool = True
) -> Drawing:
    """The space as a drawing; the state `current` is a square, as in the paper's figure 1."""
    if space.has_chance:
        return chance_graph(space, current=current, has_legend=has_legend)
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
        arrival(place[1]),
        *(_drawn_link(link, place) for link in links),
        *drawn_states(space, place, current),
        *([legend_sprite(space, height)] if has_legend else []),
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
    tip, from_end = at_rim(end, bend), at_rim(end, bend, head)
    tail, from_start = at_rim(start, bend), at_rim(start, bend, head)
    shapes: list[Shape] = [
        Curve((from_start if link.is_two_way else tail, bend, from_end), f"edge{bold}"),
        arrow_head(tip, from_end, bold),
    ]
    if link.is_two_way:
        shapes.append(arrow_head(tail, from_start, bold))
    return Sprite(key, 0, 0, tuple(shapes), title, kind)


def _bend(start: Point, end: Point, link: _Link) -> Point:
    """The point an arrow is drawn towards; off the middle where a straight line would hide."""
    rows = abs(end.y - start.y) / DOWN_PX
    is_straight = 0.5 < rows < 1.5 and (link.is_two_way or not link.has_opposite)
    away = 0.0 if is_straight else 0.18
    across, down = end.x - start.x, end.y - start.y
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return Point(middle.x - down * away, middle.y + across * away)


def _loop(centre: Point, bold: str) -> tuple[Shape, ...]:
    """An arrow from a state to itself, at its right."""
    begin, tip = Point(centre.x + 13, centre.y - 9), Point(centre.x + 14, centre.y + 10)
    out, back = Point(centre.x + 42, centre.y - 24), Point(centre.x + 42, centre.y + 24)
    base = at_rim(tip, back, HEAD_PX)
    return (Curve((begin, out, back, base), f"edge{bold}"), arrow_head(tip, base, bold))


def _quoted(text: str) -> str:
    """A string for Graphviz."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
