"""Ten thousand random worlds: every planner on every engine against the whole truth."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from random_tasks import random_case
from reliability.differential import disagreements, report

TASKS, CHUNK = 10_000, 200

Property = Callable[[str, object], None]


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(TASKS // CHUNK))
def test_planners_agree_with_exhaustive_search(chunk: int, record_property: Property) -> None:
    """Solvable or not, what it is worth, and the plan itself; failures come as small tests."""
    worthwhile, began = 0, time.process_time()
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        truth = random_case(seed)
        worthwhile += truth.steps is not None and truth.steps >= 2
        found = next(disagreements(truth, seed), None)
        if found is not None:
            pytest.fail(report(truth, found), pytrace=False)
    record_property("tasks", CHUNK)
    record_property("milliseconds", 1000 * (time.process_time() - began))
    record_property("worthwhile", worthwhile)
    assert worthwhile >= 0.3 * CHUNK
