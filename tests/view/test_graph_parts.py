"""What drawings of state spaces share."""

from __future__ import annotations

import introplan as ip
from introplan.view.graph_parts import RADIUS_PX, RIM_PX, at_rim, drawn_states, legend
from introplan.view.layers import Point


def test_a_point_at_the_rim_lies_in_the_direction_asked_for() -> None:
    """At the distance of the rim, or at another one; in no direction it is the centre."""
    assert at_rim(Point(0, 0), Point(10, 0)) == (RIM_PX, 0)
    assert at_rim(Point(1, 1), Point(1, -9), 5) == (1, -4)
    assert at_rim(Point(2, 3), Point(2, 3)) == (2, 3)


def test_every_state_is_drawn_with_its_number() -> None:
    """The present one as a square."""
    space = ip.reachable(ip.sample("bins", bins=2, items=1))
    place = {n: Point(40.0 * n, 0.0) for n in range(1, len(space.states) + 1)}
    sprites = list(drawn_states(space, place, current=2))
    assert [s.key for s in sprites] == [f"state {n}" for n in place]
    assert type(sprites[0].shapes[0]).__name__ == "Disc"
    assert type(sprites[1].shapes[0]).__name__ == "Box"
    assert RADIUS_PX < RIM_PX


def test_the_legend_counts() -> None:
    """States and transitions."""
    space = ip.reachable(ip.sample("bins", bins=2, items=1))
    first, second = legend(space)
    assert first == f"{len(space.states)} states, {len(space.edges)} transitions."
    assert "Dot" not in second
