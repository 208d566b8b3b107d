"""Draws the pictures of the site: `python docs/tools/draw_pictures.py docs/pictures`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import reduce
from pathlib import Path

import introplan as ip
from introplan.view.draw import draw, draw_svg
from introplan.view.drawing import Drawing
from introplan.view.paper import beside
from introplan.view.state_graph import state_graph
from introplan.view.svg import svg

WALK = (1, 4, 9, 16, 24)
"""The states of the bins example that the plan goes through, as `ip.reachable` numbers them."""


def pictures() -> Iterator[tuple[str, str]]:
    """Each picture with the name of its file."""
    bins = ip.sample("bins", bins=2, items=2, seed=4)
    space = ip.reachable(bins)
    walk = [drawn(bins, space.states[number - 1]) for number in WALK]
    for number, drawing in zip(WALK, walk, strict=True):
        yield f"bins-state-{number}", svg(drawing)
    yield "bins-plan", svg(reduce(beside, walk))
    yield "bins-space", svg(state_graph(space))
    yield "blocks-start", draw_svg(ip.sample("blocks-world", blocks=6, seed=3))
    yield "maze-start", draw_svg(ip.sample("maze", width=11, height=9, goals=3, seed=1))


def drawn(task: ip.Task, state: ip.State) -> Drawing:
    """A drawing of a state that can stand beside others."""
    picture = draw(state, task)
    assert isinstance(picture, Drawing)
    return picture


def main(folder: Path) -> None:
    """Write all pictures into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
