"""Worlds that do not draw themselves look like what they are."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.view.draw import draw, draw_text
from view.geometry import drawing_of

GRID = ["#####", "#..G#", "#...#", "#####"]


def _world(walls: Any) -> Any:
    def transition(state: Any, action: Any) -> Any:
        r, c = state["at"]
        new = (r + action[0], c + action[1])
        return state if walls[new[0]][new[1]] == "#" else {**state, "at": new}

    return ip.program(
        actions=[(0, 1), (1, 0)],
        transition=transition,
        reward=lambda s, a, t: int(t["at"] == (1, 3)),
    )


def test_an_agent_walks_on_the_map_of_its_world() -> None:
    """What is not on the map is listed beside it."""
    task = _world(GRID).task({"at": (1, 1), "lamp": "on"})
    text = draw_text(task)
    rows = ["# # # # #", "# @ . G #", "# . . . #", "# # # # #"]
    assert [line.strip() for line in text.splitlines()] == ["lamp  'on'", "map", *rows]
    titles = [sprite.title for sprite in drawing_of(task).sprites if sprite.title in ("@", "G")]
    assert titles == ["G", "@"]


def test_things_stand_on_the_board_of_their_state() -> None:
    """A board in the state is the ground of the places beside it."""

    def transition(state: Any, action: Any) -> Any:
        board, (r, c) = state
        return board, (r, (c + action) % 3)

    world = ip.program(actions=[1], transition=transition, reward=lambda s, a, t: 0)
    task = world.task((["a..", "..b", "..."], (2, 1)))
    assert draw_text(task).splitlines() == ["a . .", ". . b", ". @ ."]


def test_an_empty_state_is_drawn() -> None:
    """Whatever it lacks."""
    world = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0)
    states: list[Any] = [(), {}, "", None, set()]
    for empty in states:
        assert draw(world.task(empty)) is not None
