"""The walk on an endless grid, as its file says it."""

from __future__ import annotations

import pytest

from introplan.domains import grid


@pytest.mark.parametrize("action", grid.ACTIONS)
def test_a_step_and_its_opposite_lead_back(action: str) -> None:
    """Four directions, two pairs."""
    opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}[action]
    there = grid.transition((5, -7), action)

    assert there != (5, -7)
    assert grid.transition(there, opposite) == (5, -7)


def test_arriving_at_the_origin_pays_and_every_other_step_costs() -> None:
    """Also staying near it costs: the score of the paper counts the steps that are too many."""
    assert grid.reward((0, 1), "down", (0, 0)) == 1
    assert grid.reward((0, 0), "up", (0, 1)) == -1
    assert grid.reward((3, 3), "up", (3, 4)) == -1


def test_a_state_is_drawn_in_words() -> None:
    """Place and distance."""
    assert grid.draw((-3, 2)) == "at (-3, 2), 5 steps from the origin"
