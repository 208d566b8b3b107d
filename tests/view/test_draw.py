"""Drawings of states say what is true, at every size, whatever things are called."""

from __future__ import annotations

import random
import sys
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.view.draw import draw, draw_png, draw_svg, draw_text, relational_scene
from introplan.view.drawing import Box, Drawing
from introplan.view.paper import write_paper_drawings
from introplan.view.situation import Situation, situation_of
from replay import after, random_walk
from view.geometry import box_of, check_sound, is_inside, sprite, texts

ODD = '<script>alert("1")</script>&amp;'


def drawing_of(*arguments: Any, **options: Any) -> Drawing:
    """A drawing that is not one of the world's own."""
    drawing = draw(*arguments, **options)
    assert isinstance(drawing, Drawing)
    return drawing


def walk(task: ip.Task, seed: int, *, length: int = 25) -> list[ip.State]:
    """The states of a random walk."""
    states = [task.start]
    for action in random_walk(task, random.Random(seed), length=length):
        facts = after(task, states[-1].facts, action).facts
        states.append(ip.State(task.start.objects, facts))
    return states


def journey(states: list[ip.State]) -> list[Situation]:
    """The states as situations."""
    return [situation_of(state) for state in states]


@pytest.mark.parametrize("seed", range(6))
def test_blocks_stand_where_the_facts_say(seed: int) -> None:
    """On the block below, on a table, or between the fingers; on a walk as in single states."""
    task = ip.sample("blocks-world", blocks=3 + 5 * seed, seed=seed)
    states = walk(task, seed)
    scene = relational_scene(journey(states))

    for situation, state in zip(journey(states), states, strict=True):
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
    scene = relational_scene(journey(states := walk(task, 1, length=30)))
    drawings = [scene(situation) for situation in journey(states)]

    for before, now in pairwise(drawings):
        moved = [a.key for a, b in _same_sprites(before, now) if (a.x, a.y) != (b.x, b.y)]
        assert len(moved) == 1
        assert (before.width, before.height) == (now.width, now.height)


def _same_sprites(before: Drawing, now: Drawing) -> list[tuple[Any, Any]]:
    there = {s.key: s for s in now.sprites}
    return [(s, there[s.key]) for s in before.sprites if s.key.startswith("block ")]


@pytest.mark.parametrize("name", ["bins", "drawers"])
@pytest.mark.parametrize("seed", range(5))
def test_items_lie_where_the_facts_say(name: str, seed: int) -> None:
    """In their box, on the shelf or in the hand; lids are up exactly where a box is open."""
    boxes: Any = {name: 2 + seed}
    task = ip.sample(name, items=3 * seed, seed=seed, **boxes)
    states = walk(task, seed)
    scene = relational_scene(journey(states))

    for situation, state in zip(journey(states), states, strict=True):
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


@pytest.mark.parametrize("distance", [0, 1, 7, 40, 1_000, 123_456])
def test_the_grid_shows_walker_and_origin_at_any_distance(distance: int) -> None:
    """Both within the window, apart unless they are one, and few lines with readable numbers."""
    task = ip.sample("grid", distance=distance, seed=3)
    drawing = drawing_of(task)
    agent, origin = sprite(drawing, "agent"), sprite(drawing, "origin")

    for place in (agent, origin):
        assert 0 < place.x < drawing.width
        assert 0 < place.y < drawing.height
    assert ((agent.x, agent.y) == (origin.x, origin.y)) == (distance == 0)
    assert len(sprite(drawing, "grid").shapes) < 90
    x, y = task.start
    assert (agent.x - origin.x) * x >= 0 >= (agent.y - origin.y) * y


def test_a_copy_of_the_grid_is_drawn_like_the_grid(tmp_path: Path) -> None:
    """The world is known by its rules, not by where its file is."""
    from introplan.domains.catalogue import generate

    file = tmp_path / "my_own.py"
    file.write_text(generate("grid", distance=6, seed=2), encoding="utf-8")

    assert drawing_of(ip.read_program(file)) == drawing_of(ip.sample("grid", distance=6, seed=2))


def test_a_maze_has_its_walls_its_player_and_its_destinations() -> None:
    """Counted on the map that the world prints."""
    task = ip.sample("maze", width=15, height=9, goals=4, seed=2)
    drawing = drawing_of(task)
    rows = draw_text(task).splitlines()

    walls = sum(
        round(shape.width / (drawing.width - 24) * 15)
        for s in drawing.sprites
        for shape in s.shapes
        if s.key.startswith("walls ") and isinstance(shape, Box)
    )
    assert walls == sum(row.count("#") for row in rows)
    assert len([s for s in drawing.sprites if s.key.startswith("* ")]) == 4
    player = sprite(drawing, "@ 1")
    x, y = task.start.x, task.start.y
    tile = (drawing.width - 24) / 15
    assert (player.x, player.y) == pytest.approx((12 + (x + 0.5) * tile, 12 + (y + 0.5) * tile))


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


def test_states_without_draw_are_shown_by_their_parts() -> None:
    """Fields by name, what changed marked, tables as tiles, anything else as it prints."""
    world = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0)

    fields = drawing_of({"wood": 2, "iron": 1}, world.task(0), before={"wood": 1, "iron": 1})
    assert sprite(fields, "part 0").shapes[0].look == "chip-new"
    assert sprite(fields, "part 1").shapes[0].look == "chip"
    assert any("2 (was 1)" in text for text in texts(fields))
    table = drawing_of([[1, 2], [3, 0]], world.task(0))
    assert set(texts(table)) == {"1", "2", "3"}
    assert texts(drawing_of(7, world.task(0))) == ["state", "7"]
    assert texts(drawing_of({"b", "a"}, world.task(0))) == ["state", "{'a', 'b'}"]
    many = drawing_of({f"k{i}": i for i in range(500)}, world.task(0))
    assert many.height < 1_500
    assert "and 452 more" in texts(many)


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


def test_without_matplotlib_png_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The paper's drawings are then written as SVG alone."""
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)

    with pytest.raises(UsageError, match=r"pip install introplan\[plot\]"):
        draw_png(ip.sample("bins"))
    assert {path.suffix for path in write_paper_drawings(tmp_path)} == {".svg"}
