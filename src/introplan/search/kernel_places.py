"""What comes out of the native engine: places by number, and reasons to stop."""

from __future__ import annotations

from dataclasses import dataclass, field

from introplan.search.engine import Place
from introplan.search.limits import LimitReached, StopReason

REASONS = (
    StopReason.FOUND,
    StopReason.EXHAUSTED,
    StopReason.PATIENCE,
    StopReason.TIME,
    StopReason.NODES,
    StopReason.MEMORY,
    StopReason.INTERRUPTED,
)
"""In the order of the engine's own."""

HALF = 64
"""Identities cross the border in two halves of this many bits."""


@dataclass(frozen=True, slots=True)
class KernelPlace:
    """A node of the native engine, by number."""

    number: int
    identity: int = field(compare=False)
    depth: int = field(compare=False)
    score: float = field(compare=False)
    reward: float = field(compare=False)


FINISHED = (StopReason.FOUND, StopReason.EXHAUSTED, StopReason.PATIENCE)


def stopped_by(reason: StopReason, best: Place | None) -> LimitReached:
    """The exception that carries a limit up, and the best place seen until then."""
    limit = LimitReached(reason)
    limit.best = best
    return limit


def number_of(place: Place) -> int:
    """The number of a place."""
    assert isinstance(place, KernelPlace), "places belong to the engine they come from"
    return place.number
