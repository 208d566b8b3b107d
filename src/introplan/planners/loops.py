"""A loop in the states of a world: one that pays without end, or in which a plan goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Loop:
    """The actions of one round, the way from the start to it, and what a round pays."""

    way: tuple[Any, ...]
    actions: tuple[Any, ...]
    pays: float
