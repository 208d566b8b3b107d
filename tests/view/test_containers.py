"""Items lie where the facts say: in bins and drawers, on the shelf, in the hand."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.view.draw import relational_scene
from introplan.view.drawing import Drawing
from introplan.view.situation import Situation, situation_of
from view.geometry import (
    box_of,
    check_sound,
    drawing_of,
    is_inside,
    situations,
    sprite,
    texts,
    walk,
)


@pytest.mark.parametrize("name", ["bins", "drawers"])
@pytest.mark.parametrize("seed", range(5))
def test_items_lie_where_the_facts_say(name: str, seed: int) -> None:
    """In their box, on the shelf or in the hand; lids are up exactly where a box is open."""
    boxes: Any = {name: 2 + seed}
    task = ip.sample(name, items=3 * seed, seed=seed, **boxes)
    states = walk(task, seed)
    scene = relational_scene(situations(states))

    for situation, state in zip(situations(states), states, strict=True):
        for drawing in (scene(situation), drawing_of(state)):
            check_sound(drawing, movable="item ")
            _check_items(drawing, situation)


def _check_items(drawing: Drawing, situation: Situation) -> None:
    for name, *terms in situation.facts:
        if name in ("in-bin", "in-drawer"):
            item, box = box_of(drawing, f"item {terms[0]}"), box_of(drawing, f"box {terms[1]}")
            assert is_inside(item, box)
        elif name == "on-shelf":
            shelf = sprite(drawing, "shelf").y
            assert box_of(drawing, f"item {terms[0]}")[3] <= shelf
        elif name == "holding":
            item = box_of(drawing, f"item {terms[0]}")
            assert (item[0] + item[2]) / 2 == pytest.approx(sprite(drawing, "hand").x)
    for container, kind in situation.kinds.items():
        if kind in ("bin", "drawer"):
            word = "open" if ("open", container) in situation.facts else "closed"
            assert word in sprite(drawing, f"lid {container}").title


def test_labels_are_drawn() -> None:
    """Items and drawers show theirs."""
    task = ip.sample("drawers", drawers=2, items=4, seed=1)
    words = " ".join(texts(drawing_of(task)))

    labels = {row for row in situation_of(task.start).facts if "label" in row[0]}
    assert len(labels) == 6
    assert all(words.count(label) >= 1 for _, _, label in labels)
