"""The drawings of the paper, from real tasks: figure 1, figure 4 and appendix D."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from introplan.view.drawing import Drawing
from introplan.view.paper import paper_drawings, write_paper_drawings


def _drawings() -> dict[str, Drawing]:
    return dict(paper_drawings())


def test_every_drawing_is_written_as_svg_and_png(tmp_path: Path) -> None:
    """Nine drawings, each twice."""
    written = write_paper_drawings(tmp_path / "new")

    assert sorted(written) == sorted((tmp_path / "new").iterdir())
    vectors = [path for path in written if path.suffix == ".svg"]
    assert len(vectors) == 9
    assert len(written) == 18
    for path in vectors:
        ElementTree.parse(path)
        assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_figure_1_has_three_destinations_and_three_milestones() -> None:
    """The current state is a square, the milestones are bold and lead to success."""
    drawings = _drawings()

    assert sum(s.key.startswith("* ") for s in drawings["figure-1-maze"].sprites) == 3
    states = [s for s in drawings["figure-1-states"].sprites if s.kind.startswith("state")]
    assert sum("milestone" in s.kind for s in states) == 3
    assert type(states[0].shapes[0]).__name__ == "Box"


def test_figure_4_moves_one_block() -> None:
    """The state and its milestone differ by block a."""
    sprites = {s.key: s for s in _drawings()["figure-4-blocks-world"].sprites}
    shift = sprites["right block b"].x - sprites["block b"].x

    assert sprites["right block d"].x - sprites["block d"].x == shift
    assert sprites["right block a"].x - sprites["block a"].x != shift
    assert sprites["right block a"].y == sprites["block b"].y


def test_appendix_d_follows_the_plan_of_the_paper() -> None:
    """Open lids in states 1, 5, 12, 18, 24: both, both, d1, d1, none."""
    drawings = _drawings()
    lids = {
        number: [
            box
            for box in ("d1", "d2")
            for s in drawings[f"appendix-d-state-{number:02}"].sprites
            if s.key == f"lid {box}" and s.title.endswith("is open")
        ]
        for number in (1, 5, 12, 18, 24)
    }

    assert lids == {1: ["d1", "d2"], 5: ["d1", "d2"], 12: ["d1"], 18: ["d1"], 24: []}
    graph = drawings["appendix-d-states"].sprites
    assert sum(s.kind == "rewarding" for s in graph) == 16
    assert sum("milestone" in s.kind for s in graph) == 15
    assert sum(s.kind.startswith("state") for s in graph) == 36
