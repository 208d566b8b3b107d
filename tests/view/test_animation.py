"""An animation played back gives the drawings that it was made of; what stays takes no room."""

from __future__ import annotations

import json
import random

import pytest

import introplan as ip
from introplan.view.animation import GONE, Animation, animated
from introplan.view.draw import relational_scene
from introplan.view.drawing import Box, Disc, Drawing, Sprite, Words
from introplan.view.program_scenes import OwnPicture
from introplan.view.replay import PlanReplay


def played(animation: Animation) -> list[dict[int, tuple[float, float, int]]]:
    """What is to be seen in each frame, as a reader of the animation finds out."""
    seen: dict[int, tuple[float, float, int]] = {}
    shown = []
    for changes in animation.frames:
        for i in range(0, len(changes), 4):
            number, x, y, body = changes[i : i + 4]
            if body == GONE:
                del seen[int(number)]
            else:
                seen[int(number)] = (x, y, int(body))
        shown.append(dict(seen))
    return shown


def random_drawing(rng: random.Random) -> Drawing:
    """A few sprites of a few keys and looks."""
    looks = [
        (Box(0, 0, 5, 5, "block"),),
        (Disc(0, 0, 5, "agent"), Words(0, 0, "a", "text")),
        (Words(0, 0, "b", "text"),),
    ]
    keys = rng.sample("abcdef", rng.randrange(7))
    return Drawing(
        100, 100, tuple(Sprite(k, rng.randrange(3), 2.26, rng.choice(looks)) for k in keys)
    )


@pytest.mark.parametrize("seed", range(20))
def test_playing_a_film_gives_the_drawings_back(seed: int) -> None:
    """Sprites come, move, change and go."""
    rng = random.Random(seed)
    drawings = [random_drawing(rng) for _ in range(12)]
    animation = animated(drawings)

    for drawing, shown in zip(drawings, played(animation), strict=True):
        kinds = [animation.bodies[body][2] for _, _, body in shown.values()]
        places = sorted((x, y) for x, y, _ in shown.values())
        assert places == sorted((s.x, 2.3) for s in drawing.sprites)
        assert sorted(map(len, kinds)) == sorted(len(s.shapes) for s in drawing.sprites)


def test_a_step_takes_as_much_room_as_it_changes() -> None:
    """Two hundred blocks, of which one moves: four numbers a step, and every block drawn once."""
    task = ip.sample("blocks-world", blocks=200, seed=1)
    plan = ip.plan(task).plan
    assert plan is not None
    situations = PlanReplay(task, plan, range(len(plan) + 1))
    animation = animated(map(relational_scene(situations), situations))

    assert all(len(changes) <= 3 * 4 for changes in animation.frames[1:])
    assert len(animation.bodies) < 210
    assert len(json.dumps(animation.frames)) < 40 * len(plan) + 60 * 200


def test_pictures_that_repeat_are_kept_once() -> None:
    """A world that draws itself and comes back to where it was."""
    animation = animated(
        OwnPicture(svg) for svg in ("<svg>1</svg>", "<svg>2</svg>", "<svg>1</svg>")
    )

    assert animation.pictures == ["<svg>1</svg>", "<svg>2</svg>"]
    assert animation.shown == [0, 1, 0]
