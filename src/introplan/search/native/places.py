"""What comes out of the native engine: places by number, and reasons to stop.

What actions cost, told to the native engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from introplan.limits import LimitReached, StopReason
from introplan.search.costs import Prices
from introplan.search.requests import Place

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


if TYPE_CHECKING:
    from introplan import _kernel


def tell_prices(kernel: _kernel.Kernel, prices: Prices) -> None:
    """Tell a kernel what actions cost; where they have no costs it knows already."""
    if prices.is_unit:
        return
    kernel.set_costs(prices.least, prices.is_whole)
    for number, schema in enumerate(prices.task.domain.actions):
        for term in prices.terms(schema):
            if isinstance(term, tuple):
                kernel.add_cost_table(number, *term)
            else:
                kernel.add_cost(number, term)
