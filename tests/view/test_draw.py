"""Drawings of states say what is true, at every size, whatever things are called."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

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


TRIANGLE = {(r, c) for r in range(4) for c in range(r + 1)}

ROOM = ["#####", "#...#", "#.#.#", "#...#", "#####"]


def _free(x: int, y: int) -> bool:
    return ROOM[y][x] != "#"


class Walker:
    """The state of a game: objects in an object, and its rules in methods."""

    def __init__(self) -> None:
        self.hero = Thing(1, 1)
        self.bats = [Thing(3, 2), Thing(3, 3)]
        self.exit = (1, 3)

    def move(self, action: str) -> Walker:
        """Down or right."""
        dx, dy = {"down": (0, 1), "right": (1, 0)}[action]
        if not _free(self.hero.x + dx, self.hero.y + dy):
            raise ValueError(action)
        self.hero.x, self.hero.y = self.hero.x + dx, self.hero.y + dy
        return self


class Thing:
    """Something on the map."""

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y, self.hp = x, y, 2


def _text(start: Any, transition: Any, actions: Any, **constants: Any) -> str:
    for name, value in constants.items():
        transition.__globals__[name] = value
    model = ip.program(actions=actions, transition=transition, reward=lambda s, a, t: 0)
    return draw_text(model.task(start))


def test_objects_in_a_state_are_drawn_on_the_map_that_their_methods_use() -> None:
    """What is not on the map stands above, and letters are explained below."""
    shown = _text(Walker(), lambda s, a: s.move(a), ["down", "right"])
    assert shown.splitlines() == [
        "  hero  hp=2",
        "  bats  hp=2; hp=2",
        "  map",
        "    # # # # #",
        "    # @ . . #",
        "    # . # b #",
        "    # o . b #",
        "    # # # # #",
        "    b bats",
    ]


def test_a_set_of_places_is_drawn_on_the_places_that_there_are() -> None:
    """Pegs on a triangle: what is no hole is wall."""

    def jump(s: frozenset[tuple[int, int]], a: int) -> frozenset[tuple[int, int]]:
        assert s <= TRIANGLE
        return s - {sorted((r, c) for r, c in s)[a]}

    shown = _text(frozenset(TRIANGLE - {(2, 1)}), jump, [0, 1])
    assert shown.splitlines() == ["@ # # #", "@ @ # #", "@ . @ #", "@ @ @ @"]


def test_texts_that_are_piles_are_stacks_and_words_are_words() -> None:
    """Letters that go from text to text; rooms are no piles of letters."""

    def move(s: tuple[str, ...], a: tuple[int, int]) -> tuple[str, ...]:
        i, j = a
        if not s[i]:
            raise ValueError("empty")
        pegs = list(s)
        pegs[i], pegs[j] = pegs[i][:-1], pegs[j] + pegs[i][-1]
        return tuple(pegs)

    shown = _text(("cba", "", ""), move, [(0, 1), (1, 2)])
    assert shown.splitlines() == ["a . .", "b . .", "c . ."]
    words = _text(("hall", ""), lambda s, a: (s[1], s[0]), ["swap"])
    assert words.split() == ["0", "'hall'", "1", "''"]


def test_the_steps_from_a_start_show_how_wide_its_board_is() -> None:
    """One picture is enough: `_` is a gap, and a constant may say the width."""

    def slide(s: str, a: int) -> str:
        gap = s.index("_")
        cells = list(s)
        if not 0 <= gap + a < len(s):
            raise ValueError("edge")
        cells[gap], cells[gap + a] = cells[gap + a], cells[gap]
        return "".join(cells)

    assert _text("abcde_fghijk", slide, [1, -1, 4, -4]).split("\n")[1] == "e . f g"

    def shift(s: str, a: int) -> str:
        return s[a:] + s[:a] if COLS else s  # type: ignore[name-defined]  # noqa: F821

    assert _text("ab_dqrstuv", shift, [0], COLS=5).split("\n") == ["a b . d q", "r s t u v"]


def test_a_world_whose_steps_fail_is_drawn() -> None:
    """The look is taken from the start alone."""

    def slip(s: Any, a: Any) -> Any:
        raise TypeError("a slip")

    assert _text({"x": 3}, slip, [1]).split() == ["x", "3"]


def test_a_world_whose_steps_never_return_is_drawn() -> None:
    """Steps are tried for a tenth of a second to see the layout, and a drawing does without."""

    def loops(state: Any, action: int) -> Any:
        while True:
            pass

    task = ip.program(actions=[1], transition=loops, reward=lambda s, a, t: 0).task({"at": 3})
    assert draw_text(task).split() == ["at", "3"]
