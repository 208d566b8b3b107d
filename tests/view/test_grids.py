"""Maps and walks: what stands on a tile can be told from everything else."""

from __future__ import annotations

import introplan as ip
from introplan.view.draw import draw, draw_text
from introplan.view.drawing import Drawing, Sprite
from introplan.view.grids import map_drawing

LEVEL = "#####\n#@$o#\n#.*.#\n#####"


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
