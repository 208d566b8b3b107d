"""Drawings as PNG."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.view.draw import draw_png
from introplan.view.drawing import Box, Curve, Disc, Drawing, Line, Sprite, Words
from introplan.view.paper import write_paper_drawings
from introplan.view.png import png


def test_without_matplotlib_png_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The paper's drawings are then written as SVG alone."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)

    with pytest.raises(UsageError, match=r"pip install introplan\[plot\]"):
        draw_png(ip.sample("bins"))
    assert {path.suffix for path in write_paper_drawings(tmp_path)} == {".svg"}


def test_every_shape_is_painted() -> None:
    """A sheet with one of each is not white, and as large as it says."""
    pytest.importorskip("matplotlib")
    corner, far = (1.0, 1.0), (30.0, 12.0)
    shapes = (
        Box(0, 0, 20, 10, "block", 3),
        Disc(30, 10, 4, "agent"),
        Line((corner, far, (5.0, 9.0)), "axis", is_closed=True),
        Curve((corner, (9.0, 9.0), far), "edge"),
        Words(20, 15, "a b", "strong", is_mono=True),
    )
    found = png(Drawing(40, 20, (Sprite("all", 2, 2, shapes),)), scale=1.0)
    empty = png(Drawing(40, 20, ()), scale=1.0)

    assert found.startswith(b"\x89PNG")
    assert struct.unpack(">II", found[16:24]) == (40, 20)
    assert len(found) > len(empty)


def test_large_drawings_get_fewer_dots() -> None:
    """No side is longer than the largest there is."""
    pytest.importorskip("matplotlib")
    found = png(Drawing(24_000, 10, ()), scale=2.0)

    assert struct.unpack(">II", found[16:24])[0] == 12_000
