# mypy: ignore-errors
"""Where worlds are kept by name, and what several of them share."""

from __future__ import annotations

from typing import NamedTuple

import introplan as ip

MOVES = {"n": (0, -1), "s": (0, 1), "w": (-1, 0), "e": (1, 0)}
WORLDS = {}


def world(start, actions, **extra):
    """Register a world: the functions that its maker gives, from this start."""

    def register(maker):
        parts = maker()
        names = ("transition", "reward", "terminal")
        functions = dict(zip(names, parts, strict=False))
        model = ip.program(actions=actions, **functions, name=maker.__name__)
        WORLDS[maker.__name__.strip("_")] = model.task(start, **extra)
        return maker

    return register


class Spot(NamedTuple):
    """A place."""

    x: int
    y: int

    def moved(self, a):
        """The place next to it."""
        dx, dy = MOVES[a]
        return self._replace(x=self.x + dx, y=self.y + dy)
