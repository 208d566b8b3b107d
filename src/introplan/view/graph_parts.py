"""What drawings of state spaces share: states, the start, heads of arrows, the legend."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from introplan.search.state_space import StateSpace
from introplan.view.drawing import Box, Disc, Line, Shape, Sprite, Words, printable
from introplan.view.layers import Point

RADIUS_PX = 16.0
"""A circle has room for a number of four digits."""

ACROSS_PX, DOWN_PX = 58.0, 92.0
"""From circle to circle in a row, and from row to row: arrows run between the rows."""

RIM_PX = RADIUS_PX + 1
HEAD_PX, BOLD_HEAD_PX = 8.0, 13.0
"""The length of an arrow's head; a bold line would hide a small one."""

LEGEND_PX, MIN_WIDTH_PX = 52.0, 640.0
"""The two lines of the legend are so high and so wide."""

MAX_STATES_WITH_TITLES = 2_000
"""The title of a state is its full text: of a large space they would be most of the file."""


def milestones_of(space: StateSpace) -> frozenset[int]:
    """The numbers of the states in which a reward is paid on arrival."""
    return frozenset(edge.target for edge in space.rewarding)


def at_rim(centre: Point, towards: Point, distance: float = RIM_PX) -> Point:
    """The point at this distance from the centre, in the direction of another point."""
    across, down = towards.x - centre.x, towards.y - centre.y
    length = hypot(across, down) or 1.0
    return Point(centre.x + across * distance / length, centre.y + down * distance / length)


def arrow_head(tip: Point, base: Point, bold: str = "") -> Line:
    """A triangle from `base` to `tip`."""
    across, down = (tip.x - base.x) * 0.4, (tip.y - base.y) * 0.4
    left = Point(base.x - down, base.y + across)
    right = Point(base.x + down, base.y - across)
    return Line((tip, left, right), f"head{bold}", is_closed=True)


def arrival(start: Point) -> Sprite:
    """The arrow that shows where everything begins."""
    base, tip = Point(start.x, start.y - RIM_PX - HEAD_PX), Point(start.x, start.y - RIM_PX - 1)
    line = Line((Point(start.x, start.y - 40), base), "edge")
    return Sprite("arrival", 0, 0, (line, arrow_head(tip, base)), "the start")


def drawn_states(
    space: StateSpace, place: dict[int, Point], current: int | None
) -> Iterator[Sprite]:
    """The states as circles; the state `current` is a square."""
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
    counted = f"{len(space.edges)} transitions."
    if space.has_chance:
        choices = sum(1 for _ in space.choices)
        counted = f"{choices} choices with {len(space.edges)} outcomes. Dot: chance decides."
    return (
        f"{len(space.states)} states{known}, {counted}",
        f"{looks}{over}",
    )


def legend_sprite(space: StateSpace, height: float) -> Sprite:
    """The legend at the foot of a drawing."""
    lines = tuple(
        Words(0, 18 * i, line, "soft", 12, "start") for i, line in enumerate(legend(space))
    )
    return Sprite("legend", 14, height - 34, lines, kind="legend")
