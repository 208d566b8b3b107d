"""Maps and walks on an endless grid."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.view.draw import draw, draw_text
from introplan.view.drawing import Box, Drawing, Sprite, Words
from introplan.view.grids import is_map, map_drawing
from view.geometry import drawing_of, sprite

LEVEL = "#####\n#@$o#\n#.*.#\n#####"


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


def looks(sprite: Sprite) -> tuple[tuple[str, str], ...]:
    """The kinds of shapes of a sprite, each with its look."""
    return tuple((type(shape).__name__, shape.look) for shape in sprite.shapes)


def by_key(drawing: Drawing) -> dict[str, Sprite]:
    """Sprites by key."""
    return {sprite.key: sprite for sprite in drawing.sprites}


def test_targets_crates_and_agents_look_different() -> None:
    """By shape, and not by a letter in a frame; crates on targets are crates with a mark."""
    sprites = by_key(map_drawing(LEVEL.splitlines(), crates=True))
    crate, home, target, agent = (looks(sprites[key]) for key in ("$ 1", "$ 2", "o 1", "@ 1"))

    assert {name for name, _ in target} == {"Disc"}
    assert crate[0] == ("Box", "crate")
    assert home == (*crate, ("Disc", "goal"))
    assert len({crate, home, target, agent}) == 4
    assert not any(name == "Words" for found in (crate, home, target) for name, _ in found)


def test_a_star_is_a_destination_where_there_are_no_crates() -> None:
    """As in mazes."""
    star = by_key(map_drawing(LEVEL.replace("$", ".").splitlines()))["* 1"]

    assert looks(star) == (("Line", "goal"),)


def test_the_page_of_sokoban_shows_crates_on_targets() -> None:
    """In the last state no `$` is left: that there are crates is known from the others."""
    task = ip.read_program("examples/sokoban.py")
    result = ip.plan(task)
    state = task.start
    for action in result.plan or ():
        state = task.step(state, action).state

    drawing = draw(state, task, before=task.start)

    assert isinstance(drawing, Drawing)
    kinds = [looks(s)[0] for s in drawing.sprites if s.key.startswith("$")]
    assert kinds == [("Box", "crate")] * 2
    assert draw_text(state, task).count("*") == 2


def test_what_is_called_by_a_colour_is_painted_and_words_are_of_one_size() -> None:
    """Tubes of colours: each name stays readable on its tile."""
    drawing = map_drawing([["red", "green"], ["blue", "."]])
    tiles = [sprite for sprite in drawing.sprites if sprite.title]
    looks = [shape.look for sprite in tiles for shape in sprite.shapes]
    assert looks == ["paint-red", "text", "paint-green", "text", "paint-blue", "text"]
    assert len({s.size for t in tiles for s in t.shapes if isinstance(s, Words)}) == 1


def test_a_legend_stands_below_the_map() -> None:
    """It has room of its own."""
    plain, explained = map_drawing(["#g"]), map_drawing(["#g"], legend="g gems and more")
    assert explained.sprites[-1].key == "legend"
    assert explained.height > plain.height
    assert plain.height < explained.sprites[-1].y < explained.height
    assert explained.width > plain.width
