"""Policies as arrows on maps."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import introplan as ip
from introplan.mdp import NotAllowedError
from introplan.view.drawing import Drawing, Line, Sprite, Words
from introplan.view.policy_map import policy_map, policy_map_drawing

WINDY = Path(__file__).parents[2] / "examples" / "chance" / "windy.py"
ARROWS = {(0, 1): "→", (0, -1): "←", (1, 0): "↓", (-1, 0): "↑"}


def drawn(task: Any) -> tuple[ip.Values, Drawing]:
    """The values of a world, and its map."""
    known = ip.values(task)
    found = policy_map(known)
    assert found is not None
    return known, policy_map_drawing(known, found)


def arrow(sprite: Sprite) -> str:
    """Which way the arrow of a cell points."""
    line = next(shape for shape in sprite.shapes if isinstance(shape, Line))
    (x, y), (x2, y2) = line.points
    return ARROWS[round((y2 - y) / 20), round((x2 - x) / 20)]


def cells(drawing: Drawing) -> list[Sprite]:
    """The cells in which something is done, row by row."""
    return sorted((s for s in drawing.sprites if s.kind == "cell"), key=lambda s: (s.y, s.x))


def test_the_arrows_are_those_that_the_example_prints() -> None:
    """The windy cliff: by the picture and by the example's own function."""
    task = ip.read_program(WINDY)
    known, drawing = drawn(task)
    printed = runpy.run_path(str(WINDY))["arrows"](known.best)
    assert "".join(arrow(cell) for cell in cells(drawing)) == "".join(
        sign for sign in printed if sign in "→←↓↑"
    )


def test_each_cell_has_the_value_of_its_state() -> None:
    """In three digits, and in its title with more; the best one has the darkest ground."""
    known, drawing = drawn(ip.read_program(WINDY))
    shown = {
        words.text
        for cell in cells(drawing)
        for words in cell.shapes
        if isinstance(words, Words) and words.size == 10.5
    }
    states = [state for state in known.states if known.best(state) is not None]
    assert shown == {f"{known.value(state):.3g}" for state in states}
    best = max(cells(drawing), key=lambda cell: float(cell.title.rpartition(" ")[2]))
    assert best.shapes[0].look == "value-6"


def test_on_a_table_with_its_map_actions_that_slip_point_where_they_mean_to() -> None:
    """FrozenLake: all three outcomes are equally likely; holes and the goal are shown."""
    known, drawing = drawn(ip.from_env(gymnasium.make("FrozenLake-v1", is_slippery=True)))
    ways = {0: "←", 1: "↓", 2: "→", 3: "↑"}
    expected = [ways[known.best(s, known.first_left(n))] for n, s in enumerate(known.states)]
    found = {cell.key: arrow(cell) for cell in cells(drawing)}
    assert [found[f"cell {n}"] for n in range(len(known.states))] == expected
    letters = [w.text for s in drawing.sprites for w in s.shapes if isinstance(w, Words)]
    assert letters.count("H") == 4
    assert letters.count("G") == 1


def test_what_there_is_besides_the_place_has_a_map_of_its_own() -> None:
    """A door that has to be opened: the action that leads nowhere is a word."""

    def transition(s: tuple[tuple[int, int], bool], a: str) -> tuple[tuple[int, int], bool]:
        (row, col), is_open = s
        if a == "open":
            return (row, col), is_open or col == 0
        row, col = {
            "up": (row - 1, col),
            "down": (row + 1, col),
            "left": (row, col - 1),
            "right": (row, col + 1),
        }[a]
        if not (0 <= row < 3 and 0 <= col < 4) or (not is_open and col > 1):
            raise NotAllowedError
        return (row, col), is_open

    world = ip.program(
        actions=["up", "down", "left", "right", "open"],
        transition=transition,
        reward=lambda s, a, t: 10 if t[0] == GOAL else -1,
        terminal=lambda s, a, t: t[0] == GOAL,
    )
    _, drawing = drawn(ip.slippery(world.task(((1, 1), False)), 0.1))
    headings = [
        words.text
        for sprite in drawing.sprites
        if sprite.key.startswith("about")
        for words in sprite.shapes
        if isinstance(words, Words)
    ]
    assert headings == ["1: False", "1: True"]
    assert any(cell.title.startswith("open: ") for cell in cells(drawing))


GOAL = (2, 3)


@pytest.mark.parametrize(
    "task",
    [
        ip.read(
            WINDY.parent / "tireworld.pddl",
            WINDY.parent / "tireworld-1.pddl",
        ),
        ip.program(
            actions=[1, 2],
            outcomes=lambda s, a: [(0.5, s), (0.5, s + a)],
            reward=lambda s, a, t: -1,
            terminal=lambda s, a, t: t > 5,
        ).task(0),
    ],
)
def test_other_worlds_have_no_map(task: Any) -> None:
    """Relational ones, and numbers without a map."""
    assert policy_map(ip.values(task)) is None
