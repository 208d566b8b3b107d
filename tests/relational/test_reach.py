"""Delete relaxation: everything that can happen is in it."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.relational.dynamics import closed, statics_of
from introplan.relational.reach import relaxed_reach


@pytest.mark.parametrize("seed", range(6))
def test_random_walks_stay_within_reach(seed: int) -> None:
    """No action and no fact of a walk is missing from the relaxation."""
    rng = random.Random(seed)
    task = ip.sample(rng.choice(["bins", "drawers", "blocks-world"]), seed=seed)
    state = closed(task.domain, task.start)
    statics = statics_of(task.domain, state)
    reach = relaxed_reach(task.domain, state, statics, limit=10**6, check=lambda: None)
    assert reach is not None
    here = task.start
    for _ in range(12):
        actions = list(task.actions(here))
        if not actions:
            break
        action = rng.choice(actions)
        assert action in reach.done
        here = task.step(here, action).state
        assert here.facts <= reach.true


def test_too_much_work_is_given_up() -> None:
    """None: then directions alone decide."""
    task = ip.sample("blocks-world", seed=1)
    state = closed(task.domain, task.start)
    statics = statics_of(task.domain, state)
    assert relaxed_reach(task.domain, state, statics, limit=2, check=lambda: None) is None
