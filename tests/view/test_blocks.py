"""Blocks stand where the facts say, and move only when they are moved."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import introplan as ip
from introplan.view.draw import draw_text, relational_scene
from introplan.view.drawing import Drawing
from introplan.view.situation import Situation
from view.geometry import box_of, check_sound, drawing_of, situations, sprite, walk


@pytest.mark.parametrize("seed", range(6))
def test_blocks_stand_where_the_facts_say(seed: int) -> None:
    """On the block below, on a table, or between the fingers; on a walk as in single states."""
    task = ip.sample("blocks-world", blocks=3 + 5 * seed, seed=seed)
    states = walk(task, seed)
    scene = relational_scene(situations(states))

    for situation, state in zip(situations(states), states, strict=True):
        for drawing in (scene(situation), drawing_of(state)):
            check_sound(drawing, movable="block ")
            _check_towers(drawing, situation)


def _check_towers(drawing: Drawing, situation: Situation) -> None:
    tables = [box_of(drawing, s.key) for s in drawing.sprites if s.key.startswith("table ")]
    for name, *terms in situation.facts:
        if name == "on":
            upper, lower = (box_of(drawing, f"block {block}") for block in terms)
            assert (upper[0], upper[3]) == pytest.approx((lower[0], lower[1]))
        elif name == "on-table":
            block = box_of(drawing, f"block {terms[0]}")
            assert any(block[3] == pytest.approx(table[1]) for table in tables)
        elif name == "holding":
            block = box_of(drawing, f"block {terms[0]}")
            assert (block[0] + block[2]) / 2 == pytest.approx(sprite(drawing, "hand").x)
            assert block[3] < min(table[1] for table in tables) - 20


def test_a_block_that_does_not_move_stays_where_it_is() -> None:
    """From one picture of a plan to the next only the block in question moves."""
    task = ip.sample("blocks-world", blocks=30, seed=2)
    scene = relational_scene(situations(states := walk(task, 1, length=30)))
    drawings = [scene(situation) for situation in situations(states)]

    for before, now in pairwise(drawings):
        moved = [a.key for a, b in _same_sprites(before, now) if (a.x, a.y) != (b.x, b.y)]
        assert len(moved) == 1
        assert (before.width, before.height) == (now.width, now.height)


def _same_sprites(before: Drawing, now: Drawing) -> list[tuple[Any, Any]]:
    there = {s.key: s for s in now.sprites}
    return [(s, there[s.key]) for s in before.sprites if s.key.startswith("block ")]


def test_towers_that_contradict_themselves_are_not_drawn_as_towers() -> None:
    """A block in two places, in the air, or on itself: then the literals are listed."""
    task = ip.sample("blocks-world", blocks=3, seed=1)
    for facts in (
        "(on-table b1) (on-table b2) (on-table b3) (on b1 b2)",
        "(on-table b1) (on-table b2)",
        "(on b1 b2) (on b2 b1) (on-table b3)",
        "(on b2 b1) (on b3 b1) (on-table b1)",
        "(holding b1) (holding b2) (on-table b3)",
    ):
        state = ip.parse_state(f"(:init {facts})", task)
        assert "hand" not in draw_text(state)
        assert not [s for s in drawing_of(state).sprites if s.key.startswith("block ")]


def test_blocks_of_other_authors_are_blocks_too() -> None:
    """`ontable` and `handempty` in plain PDDL mean the same."""
    domain = ip.parse_domain(
        "(define (domain b) (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty)))"
    )
    task = ip.parse_problem(
        domain,
        "(define (problem p) (:domain b) (:objects a c) (:init (on c a) (ontable a) (handempty))"
        " (:goal (ontable c)))",
    )
    assert draw_text(task) == "hand: empty\n\n[c]\n[a]\n==="
