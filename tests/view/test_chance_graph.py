"""Drawings of spaces with chance: a dot where something is drawn, probabilities beside arrows."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import introplan as ip
from introplan.view.state_graph import state_graph, state_graph_dot, state_graph_svg

SVG = "{http://www.w3.org/2000/svg}"


def space(length: int = 3) -> ip.StateSpace:
    """A walk on which a step may fail; "rest" is certain."""

    def outcomes(s: int, a: str) -> list[tuple[float, int]]:
        return [(1.0, s)] if a == "rest" else [(0.25, s), (0.75, s + 1)]

    model = ip.program(
        actions=["walk", "rest"],
        outcomes=outcomes,
        reward=lambda s, a, t: float(t == length),
        terminal=lambda s, a, t: ip.Status.SUCCESS if t == length else ip.Status.CONTINUE,
    )
    return ip.reachable(model.task(0))


def test_each_draw_is_a_dot_with_its_probabilities() -> None:
    """Two arrows from each dot, and none for what is certain."""
    found = space()
    drawing = state_graph(found)
    dots = [s for s in drawing.sprites if s.kind == "draw"]
    assert [dot.title for dot in dots] == ["walk"] * 3
    picture = ElementTree.fromstring(state_graph_svg(found))
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert titles.count("walk: 0.25") == 3
    assert titles.count("walk: 0.75") == 3
    assert titles.count("rest") == 3
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert (words.count("0.25"), words.count("0.75")) == (3, 3)
    assert any("6 choices with 9 outcomes" in (word or "") for word in words)


def test_what_pays_is_bold() -> None:
    """Only the outcome that is paid, not the action."""
    bold = [s.title for s in state_graph(space()).sprites if s.kind == "rewarding"]
    assert bold == ["walk: 0.75"]


def test_numbers_are_left_out_where_there_are_too_many_arrows() -> None:
    """They still stand in the titles."""
    large = state_graph_svg(space(90))
    words = [text.text for text in ElementTree.fromstring(large).iter(f"{SVG}text")]
    assert "0.25" not in words
    assert "walk: 0.25" in large


def test_nothing_lies_outside_the_sheet() -> None:
    """Dots and states stand apart, inside the picture."""
    drawing = state_graph(space(6))
    places = [(s.x, s.y) for s in drawing.sprites if s.kind.startswith(("state", "draw"))]
    assert len(set(places)) == len(places)
    assert all(0 < x < drawing.width and 0 < y < drawing.height for x, y in places)


def test_graphviz_gets_a_point_for_each_draw() -> None:
    """With the action on the way to it, and probabilities behind it."""
    dot = state_graph_dot(space(1))
    assert dot.count("shape=point") == 1
    assert '1 -> c1 [label="walk", arrowhead=none];' in dot
    assert 'c1 -> 1 [label="0.25"];' in dot
    assert 'c1 -> 2 [label="0.75", style=bold, penwidth=3];' in dot
    assert '1 -> 1 [label="rest"];' in dot


def test_the_notebook_shows_it() -> None:
    """As it does without chance."""
    assert "walk: 0.75" in space()._repr_svg_()


def test_outcomes_that_end_in_one_state_share_an_arrow() -> None:
    """What they pay differs; their probabilities add up."""

    def outcomes(s: int, a: str) -> list[tuple[float, int, float, bool]]:
        return [(0.25, 1, 1.0, True), (0.5, 1, 2.0, True), (0.25, 2, 0.0, True)]

    found = ip.reachable(ip.program(actions=["bet"], outcomes=outcomes).task(0))
    titles = [s.title for s in state_graph(found).sprites]
    assert (titles.count("bet: 0.75"), titles.count("bet: 0.25")) == (1, 1)
