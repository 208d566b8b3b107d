"""Maps and walks on an endless grid."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.view.draw import draw_text
from introplan.view.drawing import Box
from introplan.view.grids import is_map, map_drawing
from view.geometry import drawing_of, sprite


@pytest.mark.parametrize("distance", [0, 1, 7, 40, 1_000, 123_456])
def test_the_grid_shows_walker_and_origin_at_any_distance(distance: int) -> None:
    """Both within the window, apart unless they are one, and few lines with readable numbers."""
    task = ip.sample("grid", distance=distance, seed=3)
    drawing = drawing_of(task)
    agent, origin = sprite(drawing, "agent"), sprite(drawing, "origin")

    for place in (agent, origin):
        assert 0 < place.x < drawing.width
        assert 0 < place.y < drawing.height
    assert ((agent.x, agent.y) == (origin.x, origin.y)) == (distance == 0)
    assert len(sprite(drawing, "grid").shapes) < 90
    x, y = task.start
    assert (agent.x - origin.x) * x >= 0 >= (agent.y - origin.y) * y


def test_a_maze_has_its_walls_its_player_and_its_destinations() -> None:
    """Counted on the map that the world prints."""
    task = ip.sample("maze", width=15, height=9, goals=4, seed=2)
    drawing = drawing_of(task)
    rows = draw_text(task).splitlines()

    walls = sum(
        round(shape.width / (drawing.width - 24) * 15)
        for s in drawing.sprites
        for shape in s.shapes
        if s.key.startswith("walls ") and isinstance(shape, Box)
    )
    assert walls == sum(row.count("#") for row in rows)
    assert len([s for s in drawing.sprites if s.key.startswith("* ")]) == 4
    player = sprite(drawing, "@ 1")
    x, y = task.start.x, task.start.y
    tile = (drawing.width - 24) / 15
    assert (player.x, player.y) == pytest.approx((12 + (x + 0.5) * tile, 12 + (y + 0.5) * tile))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("###\n#@#\n###", True), ("at (3, 4)", False), ("ab\nabc", False), ("a b\nc d", False)],
)
def test_a_map_is_rows_of_one_length(text: str, expected: bool) -> None:
    """Words are no map."""
    assert is_map(text) == expected


def test_every_sign_keeps_its_key_and_agents_are_on_top() -> None:
    """The n-th of its kind, row by row."""
    drawing = map_drawing(["#a@", "a.b"])

    assert [each.key for each in drawing.sprites] == [
        "floor", "walls 0", "a 1", "a 2", "b 1", "@ 1",
    ]  # fmt: skip
