"""Optimal plans cost what those of a peer's blind A* cost."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import introplan as ip
from peers.optimality import our_cost, their_cost
from peers.optimality_cases import (
    SMALL,
    Case,
    cases,
    priced_case,
    random_cases,
    roads_case,
    shipped_case,
)
from peers.planners import Places
from peers.roads import roads
from peers.runs import Settings
from random_tasks import random_task

PLACES = Places(Path(sys.prefix))
SOME = (
    *map(shipped_case, SMALL[1::7]),
    *map(priced_case, SMALL[2::8]),
    *map(roads_case, range(2)),
    *islice(random_cases(random_task), 2),
)


def test_there_are_three_hundred_tasks_of_all_kinds() -> None:
    """What `make bench-optimal` compares."""
    every = list(cases(lambda seed: replace(roads(0), name=f"random-{seed}")))

    assert len(every) >= 300
    assert len({case.name for case in every}) == len(every)
    domains = {case.ours.domain.name for case in every}
    assert domains == {"blocks-world", "drawers", "bins", "roads"}


def test_prices_decide() -> None:
    """On toll roads the cheapest way is not the shortest, and some places cannot be reached."""
    costs = [our_cost(roads_case(seed)) for seed in range(20)]
    longer = 0
    for seed in range(20):
        task = roads(seed)
        actions = tuple(replace(action, cost=()) for action in task.domain.actions)
        free = replace(task, domain=replace(task.domain, actions=actions))
        shortest, cheapest = (ip.plan(t, optimal=True).plan or () for t in (free, task))
        longer += len(shortest) < len(cheapest)

    assert None in costs
    assert longer >= 5


@pytest.mark.process
@pytest.mark.parametrize("case", SOME, ids=lambda case: case.name)
def test_the_same_cost_as_blind_search(case: Case, tmp_path: Path) -> None:
    """One task of every few: shipped, with prices, random."""
    settings = Settings(PLACES, tmp_path, seconds=60.0, megabytes=2048.0)

    assert our_cost(case) == their_cost(case, settings)
