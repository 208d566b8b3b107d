"""Small worlds in Python, read: operators, payments and variables by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.term import Var

SIDE = 12


def grid_move(s: tuple[int, int], a: str) -> tuple[int, int]:
    """One cell in one of four directions, on a board with edges."""
    x, y = s
    if a == "left":
        return (max(0, x - 1), y)
    if a == "right":
        return (min(SIDE - 1, x + 1), y)
    return (x, max(0, y - 1)) if a == "down" else (x, min(SIDE - 1, y + 1))


def corner_reward(s: tuple[int, int], a: str, s2: tuple[int, int]) -> int:
    """Pays 10 in the far corner."""
    return 10 if s2 == (SIDE - 1, SIDE - 1) else -1


def read(
    transition: Callable[..., Any] = grid_move,
    reward: Callable[..., Any] = corner_reward,
    *,
    start: Any = (0, 0),
    actions: Sequence[Any] = ("left", "right", "up", "down"),
    terminal: Callable[..., Any] | None = None,
) -> Reading:
    """A world as the analysis sees it; it must understand all of it."""
    world = ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal)
    reading = read_program_model(world.task(start), Budget.of(5.0))
    assert not reading.diagnostics
    return reading


def variable(reading: Reading, name: str) -> Var:
    """The variable of this name."""
    return next(var for var in reading.order if var.name == name)
