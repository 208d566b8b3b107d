"""Introspection by the native engine and by `introspection/`: the same answers, the same order."""

from __future__ import annotations

from itertools import islice

import pytest

import introplan as ip
from introplan.introspection.relational.goals import (
    Conditions,
    reward_condition,
    success_condition,
)
from introplan.limits import Limits, Meter
from introplan.relational.grounding import IMPOSSIBLE
from introplan.search.native.engine import KernelEngine, is_available
from introplan.search.requests import SearchRequest
from random_tasks import random_task

pytestmark = pytest.mark.skipif(not is_available(), reason="built without a compiler")

CHUNK, CHUNKS, MOST = 50, 8, 20


def compare(task: ip.Task) -> None:
    """Ask both at the start and at some places on the way from there."""
    engine = KernelEngine(task, Meter(Limits(nodes=200)))
    outlook = engine.goal_generator(reward_condition(task), success_condition(task))
    conditions = Conditions.of(task)
    found = engine.search(engine.root, SearchRequest(max_depth=3, max_stalled_nodes=30))
    later = [] if found.best is None else engine.path(found.best)

    assert outlook.is_unsolvable == (conditions.success == IMPOSSIBLE)
    for place in (engine.root, *later):
        native = [way.decode() for way in islice(outlook.mutation_goals_from(place), MOST)]
        assert native == list(
            islice(conditions.mutation_goals_from(engine.closed_state(place)), MOST)
        )


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_kernel_finds_the_mutations_of_the_specification(chunk: int) -> None:
    """Random tasks: is success out of reach, and every mutation, at the start and later."""
    first = 5000 + chunk * CHUNK
    for seed in range(first, first + CHUNK):
        compare(random_task(seed))


@pytest.mark.parametrize(
    ("domain", "size"),
    [
        ("bins", {"bins": 4, "items": 9}),
        ("drawers", {"drawers": 3, "items": 5}),
        ("blocks-world", {"blocks": 12}),
    ],
)
def test_so_it_does_in_shipped_domains(domain: str, size: dict[str, int]) -> None:
    """The domains of the paper."""
    compare(ip.sample(domain, seed=3, **size))
