"""Any relational world: a board of literals."""

from __future__ import annotations

import introplan as ip
from introplan.view.board import board_scene, board_text
from introplan.view.draw import draw_text
from introplan.view.situation import Situation
from view.geometry import drawing_of, texts


def test_unknown_worlds_get_a_board_on_which_changes_are_marked() -> None:
    """True literals, those that became true and those that ceased to be."""
    domain = ip.parse_domain("(define (domain d) (:predicates (at ?x) (big ?x)))")
    text = (
        "(define (problem p) (:domain d) (:objects a b c) (:init (at a) (big c)) (:goal (at b)))"
    )
    task = ip.parse_problem(domain, text)
    later = ip.parse_state("(:init (at b) (big c))", task)

    looks = {s.key: s for s in drawing_of(later, task, before=task.start).sprites}

    assert "became true" in drawing_of(later, before=task.start).title
    assert looks["literal (at b)"].shapes[0].look == "chip-new"
    assert looks["literal (at a)"].shapes[0].look == "chip-gone"
    assert any("always true: (big c)" in t for t in texts(drawing_of(later, before=task.start)))
    assert draw_text(later, before=task.start).splitlines()[-2:] == ["+ (at b)", "- (at a)"]


def test_text_lists_literals_by_predicate_and_what_changed() -> None:
    """For terminals; the same order every time."""
    before, now = {("on", "a"), ("up",)}, {("on", "a"), ("on", "b")}

    assert board_text(Situation({"a": "lamp", "b": "lamp"}, now, before)).splitlines() == [
        "lamp: a b",
        "(on a) (on b)",
        "+ (on b)",
        "- (up)",
    ]
    assert board_text(Situation({}, set())) == "nothing is true"


def test_what_is_always_true_is_listed_once_below() -> None:
    """Only literals that change have a place on the board."""
    road, at = ("road", "a", "b"), [("at", "a"), ("at", "b")]
    situations = [Situation({}, {road, each}) for each in at]
    drawing = board_scene(situations)(situations[0])

    keys = [each.key for each in drawing.sprites]
    assert "literal (at a)" in keys
    assert "literal (road a b)" not in keys
    assert any("always true: (road a b)" in text for text in texts(drawing))
