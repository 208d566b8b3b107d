"""Drawings of states say what is true, at every size, whatever things are called."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import introplan as ip
from introplan.view.draw import draw_png, draw_svg, draw_text
from view.geometry import drawing_of

ODD = '<script>alert("1")</script>&amp;'


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("blocks-world", {"blocks": 100}),
        ("blocks-world", {"blocks": 600}),
        ("blocks-world", {"blocks": 5000}),
        ("bins", {"bins": 30, "items": 400}),
        ("bins", {"bins": 3, "items": 4000}),
        ("drawers", {"drawers": 20, "items": 200}),
    ],
)
def test_large_worlds_are_drawn_smaller_or_summed_up(name: str, sizes: dict[str, int]) -> None:
    """No drawing grows beyond a sheet of paper; hundreds of things still are all there."""
    drawing = drawing_of(ip.sample(name, seed=1, **sizes))

    ElementTree.fromstring(draw_svg(ip.sample(name, seed=1, **sizes)))
    assert drawing.width <= 1_000
    assert drawing.height <= 3_200
    things = [s for s in drawing.sprites if s.key.startswith(("block ", "item "))]
    most = max(sizes.values())
    assert len(things) == (most if most <= 1_500 else 0)
    assert str(most) in drawing.title


def test_derived_literals_are_drawn_with_their_task() -> None:
    """What follows from rules is true as well."""
    models = Path(__file__).parents[1] / "models" / "valid"
    task = ip.read(models / "derived.domain.pddl", models / "derived.problem.pddl")
    derived = {rule.head.predicate.name for rule in task.domain.derived}

    assert any(f"({name}" in draw_text(task) for name in derived)


@pytest.mark.parametrize("domain", ["blocks-world", "bins", "drawers"])
def test_odd_names_stay_names(domain: str) -> None:
    """An object that is called like markup comes out as text, in every kind of drawing."""
    kinds = {"blocks-world": "block", "bins": "bin", "drawers": "drawer"}
    facts = {"blocks-world": "(on-table {0}) (clear {0}) (hand-empty)"}.get(domain, "(open {0})")
    rules = ip.sample(domain, seed=1).domain
    task = ip.parse_problem(
        rules,
        f"(define (problem p) (:domain {domain}) (:objects <script>&x - {kinds[domain]})"
        f" (:init {facts.format('<script>&x')}))",
    )
    document = draw_svg(task)

    tree = ElementTree.fromstring(document)
    assert "<script" not in document
    assert any("<script>&x" in text for text in tree.itertext())
    assert "<script>&x" in draw_text(task)


EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda p: p.stem)
def test_every_example_can_be_drawn(path: Path) -> None:
    """As SVG, as PNG and as text, at the start and after a step."""
    task = ip.read_program(path)
    states = ip.reachable(task, 3).states

    for before, state in ((None, states[0]), (states[0], states[1])):
        ElementTree.fromstring(draw_svg(state, task, before=before))
        assert draw_png(state, task, before=before).startswith(b"\x89PNG")
        assert draw_text(state, task, before=before)
