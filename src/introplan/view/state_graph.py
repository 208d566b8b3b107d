"""The reachable space as a graph: as a Graphviz file, and as an SVG drawing of our own.

States are circles with their breadth-first numbers, one row for each distance from the start.
Rewarding transitions are bold, dead ends are grey, success has a second circle. Transitions
between the same two states share an arrow; one that can be undone has two heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import hypot

from introplan.mdp import action_text
from introplan.search.state_space import StateSpace
from introplan.view.layers import Point, arranged, layers_of, places

RADIUS, ACROSS, DOWN, LEGEND = 16.0, 58.0, 105.0, 40.0
RIM = RADIUS + 1
HEAD, BOLD_HEAD = 8.0, 13.0
MOST_STATES_WITH_TITLES = 2_000

STYLE = """
  .edge { fill: none; stroke: #8a8a8a; stroke-width: 1 }
  .head { fill: #8a8a8a; stroke: none }
  .rewarding .edge { stroke: #111; stroke-width: 3 }
  .rewarding .head { fill: #111 }
  .state circle { fill: #fff; stroke: #222; stroke-width: 1.4 }
  .dead-end circle { fill: #c8c8c8; stroke: #999 }
  .dead-end text { fill: #666 }
  text { font: 12px sans-serif; text-anchor: middle }
  .legend { text-anchor: start; fill: #444 }
"""


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
    """The space for Graphviz."""
    lines = ["digraph states {", "  node [shape=circle];"]
    dead, success = set(space.dead_ends), set(space.success)
    for number, state in enumerate(space.states, start=1):
        looks = [f"tooltip={_quoted(str(state))}"]
        if number in success:
            looks.append("shape=doublecircle")
        if number in dead:
            looks.append("style=filled, fillcolor=grey85, color=grey60, fontcolor=grey40")
        lines.append(f"  {number} [{', '.join(looks)}];")
    rewarding = set(map(id, space.rewarding))
    for edge in space.edges:
        bold = ", style=bold, penwidth=3" if id(edge) in rewarding else ""
        label = _quoted(action_text(edge.action))
        lines.append(f"  {edge.source} -> {edge.target} [label={label}{bold}];")
    return "\n".join([*lines, "}", ""])


def state_graph_svg(space: StateSpace) -> str:
    """The space as a drawing."""
    rows = arranged(layers_of(space.depths), ((e.source, e.target) for e in space.edges))
    place = places(rows, across=ACROSS, down=DOWN)
    width = max(max(map(len, rows)) * ACROSS, 560.0)
    height = len(rows) * DOWN + LEGEND
    shift = (width - max(map(len, rows)) * ACROSS) / 2
    place = {number: Point(p.x + shift, p.y) for number, p in place.items()}
    links = sorted(_links(space), key=lambda link: link.is_rewarding)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
            f' viewBox="0 0 {width:.0f} {height:.0f}">',
            f"<style>{STYLE}</style>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            _arrival(place[1]),
            *(_drawn_link(link, place) for link in links),
            *_drawn_states(space, place),
            _legend(space, height),
            "</svg>",
            "",
        ]
    )


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


def _drawn_link(link: _Link, place: dict[int, Point]) -> str:
    start, end = place[link.source], place[link.target]
    kind = ' class="rewarding"' if link.is_rewarding else ""
    title = f"<title>{_text(' '.join(link.actions))}</title>"
    if link.source == link.target:
        return f"<g{kind}>{title}{_loop(start)}</g>"
    bend = _bend(start, end, link)
    head = RIM + (BOLD_HEAD if link.is_rewarding else HEAD)
    tip, from_end = _at_rim(end, bend), _at_rim(end, bend, head)
    tail, from_start = _at_rim(start, bend), _at_rim(start, bend, head)
    heads = _head(tip, from_end) + (_head(tail, from_start) if link.is_two_way else "")
    begin = from_start if link.is_two_way else tail
    curve = f"M{_xy(begin)} Q{_xy(bend)} {_xy(from_end)}"
    return f'<g{kind}>{title}<path class="edge" d="{curve}"/>{heads}</g>'


def _bend(start: Point, end: Point, link: _Link) -> Point:
    """The point an arrow is drawn towards; off the middle where a straight line would hide."""
    rows = abs(end.y - start.y) / DOWN
    is_straight = 0.5 < rows < 1.5 and (link.is_two_way or not link.has_opposite)
    away = 0.0 if is_straight else 0.18
    across, down = end.x - start.x, end.y - start.y
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return Point(middle.x - down * away, middle.y + across * away)


def _at_rim(centre: Point, towards: Point, distance: float = RIM) -> Point:
    across, down = towards.x - centre.x, towards.y - centre.y
    length = hypot(across, down) or 1.0
    return Point(centre.x + across * distance / length, centre.y + down * distance / length)


def _head(tip: Point, base: Point) -> str:
    """A triangle from `base` to `tip`."""
    across, down = (tip.x - base.x) * 0.4, (tip.y - base.y) * 0.4
    left = Point(base.x - down, base.y + across)
    right = Point(base.x + down, base.y - across)
    return f'<path class="head" d="M{_xy(tip)} L{_xy(left)} L{_xy(right)} Z"/>'


def _loop(centre: Point) -> str:
    """An arrow from a state to itself, at its right."""
    begin, tip = Point(centre.x + 13, centre.y - 9), Point(centre.x + 14, centre.y + 10)
    out, back = Point(centre.x + 42, centre.y - 24), Point(centre.x + 42, centre.y + 24)
    base = _at_rim(tip, back, HEAD)
    curve = f"M{_xy(begin)} C{_xy(out)} {_xy(back)} {_xy(base)}"
    return f'<path class="edge" d="{curve}"/>{_head(tip, base)}'


def _arrival(start: Point) -> str:
    """The arrow that shows where everything begins."""
    base = Point(start.x, start.y - RIM - HEAD)
    tip = Point(start.x, start.y - RADIUS - 1)
    line = f'<path class="edge" d="M{_xy(Point(start.x, start.y - 40))} L{_xy(base)}"/>'
    return f"<g>{line}{_head(tip, base)}</g>"


def _drawn_states(space: StateSpace, place: dict[int, Point]) -> Iterator[str]:
    dead, success = set(space.dead_ends), set(space.success)
    has_titles = len(space.states) <= MOST_STATES_WITH_TITLES
    for number, state in enumerate(space.states, start=1):
        x, y = place[number]
        kind = "state dead-end" if number in dead else "state"
        title = f"<title>{_text(str(state))}</title>" if has_titles else ""
        circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS:.1f}"/>'
        if number in success:
            circle += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS - 4:.1f}"/>'
        label = f'<text x="{x:.1f}" y="{y + 4:.1f}">{number}</text>'
        yield f'<g class="{kind}">{title}{circle}{label}</g>'


def _legend(space: StateSpace, height: float) -> str:
    known = "" if space.is_complete else " (there are more)"
    text = (
        f"{len(space.states)} states{known}, {len(space.edges)} transitions. "
        f"Bold: pays a reward. Grey: dead end. Double circle: success."
    )
    return f'<text class="legend" x="14" y="{height - 14:.1f}">{text}</text>'


def _xy(point: Point) -> str:
    return f"{point.x:.1f},{point.y:.1f}"


def _text(text: str) -> str:
    """Text for XML, which has no room for control characters."""
    return escape("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))


def _quoted(text: str) -> str:
    """A string for Graphviz."""
    plain = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
