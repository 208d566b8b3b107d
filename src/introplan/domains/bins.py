"""Bins tasks: items spread over open bins."""

from __future__ import annotations

import random
from dataclasses import dataclass

from introplan.domains.models import build_task, numbered
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Predicate

IN_BIN, OPEN = Predicate("in-bin", 2), Predicate("open", 1)


@dataclass(frozen=True, slots=True)
class BinsParams:
    """How many bins there are, and how many items in them."""

    bins: int
    items: int


def sample_task(params: BinsParams, rng: random.Random) -> RelationalTask:
    """Each item in a random bin; all bins are open."""
    items, bins = numbered("i", params.items), numbered("d", params.bins)
    facts = [IN_BIN(item, rng.choice(bins)) for item in items]
    return build_task("bins", {"bin": bins, "item": items}, [*facts, *map(OPEN, bins)])
