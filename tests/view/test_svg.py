"""Drawings as SVG: well-formed, with colours of their own or with classes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from introplan.view.drawing import LOOKS, Box, Curve, Disc, Drawing, Line, Sprite, Words
from introplan.view.svg import number, palette_css, path_of, svg, themed_svg

TRIANGLE = ((0.0, 0.0), (4.0, 2.25), (1.0, -0.01))
SHAPES = (
    Box(0, 0, 10, 5, "block", 2),
    Disc(3, 3, 1.5, "agent"),
    Line(TRIANGLE, "axis", is_closed=True),
    Curve(TRIANGLE, "edge"),
    Words(1, 2, "<&\x00>", "strong", is_mono=True),
)
DRAWING = Drawing(40, 20, (Sprite('a "key"', 5, 0, SHAPES, "a <title>", "thing"),), "a & b")


def test_every_shape_is_written_and_names_are_escaped() -> None:
    """One element for each shape; texts come back as they were, but for control characters."""
    group = ElementTree.fromstring(svg(DRAWING))[1]
    names = [element.tag.partition("}")[2] for element in group]

    assert names == ["title", "rect", "circle", "path", "path", "text"]
    assert group.attrib["data-key"] == 'a "key"'
    assert group.attrib["transform"] == "translate(5 0)"
    assert group[0].text == "a <title>"
    assert group[5].text == "<&\N{REPLACEMENT CHARACTER}>"


def test_a_file_has_colours_and_a_page_has_classes() -> None:
    """Files must look right anywhere; in the page the reader's theme decides."""
    file, page = svg(DRAWING), themed_svg(DRAWING)

    assert 'class="l-' not in file
    assert 'fill="#' in file
    assert "fill=" not in page
    assert set(re.findall(r"l-([a-z-]+)", page)) <= LOOKS.keys()


def test_the_palette_has_a_rule_for_every_look_in_both_themes() -> None:
    """Every variable that a rule uses is defined."""
    css = palette_css()

    assert all(f".l-{name}{{" in css for name in LOOKS)
    used, defined = set(re.findall(r"var\(--(\w+)\)", css)), set(re.findall(r"--(\w+):", css))
    assert used <= defined
    assert "prefers-color-scheme:dark" in css


def test_numbers_and_paths_are_short() -> None:
    """One digit after the point, and no minus zero."""
    assert [number(each) for each in (2.0, 1.26, -0.01)] == ["2", "1.3", "0"]
    assert path_of(Line(TRIANGLE, "axis", is_closed=True)) == "M0 0L4 2.2L1 0Z"
    assert path_of(Curve(TRIANGLE, "edge")) == "M0 0Q4 2.2 1 0"
