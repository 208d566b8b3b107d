"""The maze, as its file says it."""

from __future__ import annotations

import random

from introplan.domains import maze
from introplan.domains.maze import Player


def test_walls_hold() -> None:
    """No walk of a thousand steps is ever in a wall, and a step against one goes nowhere."""
    rng, state, visited = random.Random(0), maze.START, set()
    for _ in range(1_000):
        state = maze.transition(state, rng.choice(maze.ACTIONS))
        visited.add((state.x, state.y))

    assert not visited & maze.WALLS
    assert len(visited) > 10
    assert maze.transition(Player(1, 1), "up") == Player(1, 1)


def test_every_destination_pays_and_nothing_else_does() -> None:
    """Ten for arriving, one for each other step to pay."""
    for cell in maze.CELLS:
        paid = maze.reward(maze.START, "up", Player(*cell))
        assert paid == (10 if cell in maze.DESTINATIONS else -1)
    assert len(maze.DESTINATIONS) == 3


def test_the_player_is_drawn_where_it_is() -> None:
    """The rest of the map stays as it is, without the mark of the start."""
    rows = maze.draw(Player(3, 1)).splitlines()

    assert rows[1] == "#..@#.......#.#"
    assert sum(row.count("@") for row in rows) == 1
