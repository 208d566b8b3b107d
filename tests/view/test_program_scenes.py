"""Worlds in Python that draw themselves, and those that do not."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.view.draw import draw_png, draw_svg, draw_text
from view.geometry import drawing_of

ODD = '<script>alert("1")</script>&amp;'


def test_a_copy_of_the_grid_is_drawn_like_the_grid(tmp_path: Path) -> None:
    """The world is known by its rules, not by where its file is."""
    from introplan.domains.catalogue import generate

    file = tmp_path / "my_own.py"
    file.write_text(generate("grid", distance=6, seed=2), encoding="utf-8")

    assert drawing_of(ip.read_program(file)) == drawing_of(ip.sample("grid", distance=6, seed=2))


def test_a_world_may_draw_itself_as_svg() -> None:
    """Then that is the picture; terminals get the parts of the state, PNG says why not."""
    own = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='3'/></svg>"
    world = ip.program(
        actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0, draw=lambda s: own
    )
    task = world.task((3, 4))

    assert draw_svg(task) == own
    assert draw_text(task).split() == ["0", "3", "1", "4"]
    with pytest.raises(UsageError, match="draws itself as SVG"):
        draw_png(task)


def test_drawing_does_not_change_a_state() -> None:
    """A careless `draw` works on a copy."""

    def careless(state: list[int]) -> str:
        state.append(0)
        return "x"

    world = ip.program(
        actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0, draw=careless
    )
    task = world.task([1])
    draw_svg(task)
    draw_text(task)

    assert task.start == [1]


def test_odd_texts_of_worlds_are_escaped() -> None:
    """Whatever `draw` returns is text, unless it is a whole SVG document."""
    world = ip.program(
        actions=[1],
        transition=lambda s, a: s,
        reward=lambda s, a, t: 0,
        draw=lambda s: f"a\x00\x1b[31m {ODD}\tb",
    )
    document = draw_svg(world.task(0))

    ElementTree.fromstring(document)
    assert "<script" not in document
