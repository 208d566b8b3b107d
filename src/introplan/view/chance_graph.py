"""The reachable space of a world with chance: between states, dots at which something is drawn.

An action with several outcomes leads to a dot, and from there an arrow leads to each state that it
can come out in, with the probability beside it. An action with one outcome is an arrow, as in a
world without chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from introplan.mdp import action_text, display_number
from introplan.search.state_space import StateSpace
from introplan.view.drawing import Curve, Disc, Drawing, Line, Shape, Sprite, Words, shortened
from introplan.view.graph_parts import (
    ACROSS_PX,
    BOLD_HEAD_PX,
    HEAD_PX,
    LEGEND_PX,
    MIN_WIDTH_PX,
    RIM_PX,
    arrival,
    arrow_head,
    at_rim,
    drawn_states,
    legend_sprite,
)
from introplan.view.layers import Point, arranged, places

DOWN_PX = 66.0
"""From a row of states to a row of dots: room for a probability beside an arrow."""

DOT_PX = 4.0

MAX_LABEL_LETTERS, LABEL_PX = 28, 70.0
"""Of an action that is written beside its arrow, and room for that at the right."""

MAX_NUMBERED_ARROWS, MAX_NAMED_ARROWS = 160, 60
"""Arrows with their probabilities, and actions, written beside them: with more they cover each
other, and stand only in the titles."""


@dataclass(frozen=True, slots=True)
class _Arrow:
    """From one place to another: what is done, or how likely it is."""

    source: int
    target: int
    label: str
    title: str
    is_rewarding: bool


@dataclass(slots=True)
class _Graph:
    """States by their numbers, dots by the numbers after them, and the row of each."""

    rows: list[list[int]]
    arrows: list[_Arrow]
    dots: dict[int, str]


def chance_graph(
    space: StateSpace,
    *,
    current: int | None = None,
    has_legend: bool = True,
    names_actions: bool = False,
) -> Drawing:
    """The space as a drawing; the state `current` is a square.

    Where there are few arrows, `names_actions` writes actions beside them as well.
    """
    graph = _graph(space, names_actions=names_actions)
    rows = arranged(graph.rows, ((a.source, a.target) for a in graph.arrows))
    column = ACROSS_PX * (2 if names_actions else 1)
    place = places(rows, across=column, down=DOWN_PX)
    wide = max(map(len, rows)) * column
    wide += LABEL_PX if names_actions else 0
    width = max(wide, MIN_WIDTH_PX) if has_legend else wide + ACROSS_PX
    height = len(rows) * DOWN_PX + (LEGEND_PX if has_legend else RIM_PX)
    shift = (width - wide) / 2
    place = {number: Point(p.x + shift, p.y) for number, p in place.items()}
    has_numbers = len(graph.arrows) <= (MAX_NAMED_ARROWS if names_actions else MAX_NUMBERED_ARROWS)
    arrows = sorted(graph.arrows, key=lambda arrow: arrow.is_rewarding)
    sprites = (
        arrival(place[1]),
        *(_drawn(arrow, place, graph.dots, has_numbers=has_numbers) for arrow in arrows),
        *(_dot(number, title, place[number]) for number, title in graph.dots.items()),
        *drawn_states(space, place, current),
        *([legend_sprite(space, height)] if has_legend else []),
    )
    return Drawing(width, height, sprites, f"a graph of {len(space.states)} states, with chance")


def _graph(space: StateSpace, *, names_actions: bool) -> _Graph:
    """States in even rows, dots in the odd ones below the states in which they are chosen."""
    rows: list[list[int]] = [[] for _ in range(2 * max(space.depths) + 2)]
    for number, depth in enumerate(space.depths, start=1):
        rows[2 * depth].append(number)
    rewarding = set(map(id, space.rewarding))
    arrows: list[_Arrow] = []
    dots: dict[int, str] = {}
    for outcomes in space.choices:
        source, action = outcomes[0].source, action_text(outcomes[0].action)
        label = shortened(action, MAX_LABEL_LETTERS) if names_actions else ""
        targets: dict[int, float] = {}
        paid: set[int] = set()
        for edge in outcomes:
            targets[edge.target] = targets.get(edge.target, 0.0) + edge.probability
            paid.update([edge.target] if id(edge) in rewarding else [])
        if len(targets) == 1:
            (target,) = targets
            arrows.append(_Arrow(source, target, label, action, bool(paid)))
            continue
        dot = len(space.states) + len(dots) + 1
        dots[dot] = action
        rows[2 * space.depths[source - 1] + 1].append(dot)
        arrows.append(_Arrow(source, dot, label, action, is_rewarding=False))
        for target, probability in targets.items():
            share = display_number(round(probability, 4))
            title = f"{action}: {display_number(probability)}"
            arrows.append(_Arrow(dot, target, share, title, target in paid))
    while not rows[-1]:
        rows.pop()
    return _Graph([row for row in rows if row], arrows, dots)


def _dot(number: int, title: str, at: Point) -> Sprite:
    return Sprite(f"draw {number}", *at, (Disc(0, 0, DOT_PX, "bar"),), title, "draw")


def _drawn(
    arrow: _Arrow, place: dict[int, Point], dots: dict[int, str], *, has_numbers: bool
) -> Sprite:
    start, end = place[arrow.source], place[arrow.target]
    bold, kind = ("-bold", "rewarding") if arrow.is_rewarding else ("", "")
    key = f"{arrow.source}-{arrow.target} {arrow.title}"
    if arrow.source == arrow.target:
        return Sprite(key, 0, 0, tuple(_loop(start, bold)), arrow.title, kind)
    bend = _bend(start, end, is_short=arrow.source in dots or arrow.target in dots)
    tail = start if arrow.source in dots else at_rim(start, bend)
    words: tuple[Shape, ...] = ()
    if arrow.label and has_numbers:
        words = (_number(arrow.label, start, bend, end),)
    if arrow.target in dots:
        line = Curve((tail, bend, at_rim(end, bend, DOT_PX)), f"edge{bold}")
        return Sprite(key, 0, 0, (line, *words), arrow.title, kind)
    length = BOLD_HEAD_PX if arrow.is_rewarding else HEAD_PX
    tip, base = at_rim(end, bend), at_rim(end, bend, RIM_PX + length)
    line = Curve((tail, bend, base), f"edge{bold}")
    return Sprite(key, 0, 0, (line, arrow_head(tip, base, bold), *words), arrow.title, kind)


def _bend(start: Point, end: Point, *, is_short: bool) -> Point:
    """The point an arrow is drawn towards: off the middle where a straight line would hide."""
    across, down = end.x - start.x, end.y - start.y
    away = 0.04 if is_short and 0 < down < 1.5 * DOWN_PX else 0.2
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return Point(middle.x - down * away, middle.y + across * away)


def _number(label: str, start: Point, bend: Point, end: Point) -> Words:
    """The probability, a third of the way along the curve."""
    x = (4 * start.x + 4 * bend.x + end.x) / 9
    y = (4 * start.y + 4 * bend.y + end.y) / 9
    return Words(x + 3, y + 3, label, "soft", 10, "start")


def _loop(centre: Point, bold: str) -> Iterator[Shape]:
    """An arrow from a state to itself, at its right."""
    begin, tip = Point(centre.x + 13, centre.y - 9), Point(centre.x + 14, centre.y + 10)
    out, back = Point(centre.x + 42, centre.y - 24), Point(centre.x + 42, centre.y + 24)
    base = at_rim(tip, back, HEAD_PX)
    yield Curve((begin, out, back, base), f"edge{bold}")
    head: Line = arrow_head(tip, base, bold)
    yield head
