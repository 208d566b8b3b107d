"""Backends: both kinds of tasks answer an environment in the same way."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

import introplan as ip
from introplan.interop.gymnasium.backend import Backend
from introplan.interop.gymnasium.program_backend import ProgramBackend
from introplan.interop.gymnasium.relational_backend import RelationalBackend
from introplan.mdp import attempt

BACKENDS: dict[str, Callable[[], Backend]] = {
    "bins": lambda: RelationalBackend(ip.sample("bins", bins=2, items=2, seed=4)),
    "blocks": lambda: RelationalBackend(ip.sample("blocks-world", blocks=3, seed=1)),
    "grid": lambda: ProgramBackend(ip.sample("grid", distance=3, seed=2)),
    "maze": lambda: ProgramBackend(ip.sample("maze", width=7, height=7, seed=1)),
}


@pytest.mark.parametrize("name", BACKENDS)
def test_a_backend_steps_as_its_task_does(name: str) -> None:
    """Mask, reward, status and state after every action of a walk, and back to the start."""
    backend: Backend = BACKENDS[name]()
    task, rng = backend.task, np.random.default_rng(0)
    first = backend.observation()
    for _ in range(task.horizon or 30):
        state, mask = backend.state, backend.mask()
        expected = [attempt(task, state, action) for action in backend.actions]
        assert mask.tolist() == [int(outcome is not None) for outcome in expected]
        assert backend.space.contains(backend.observation())
        if not mask.any():
            break
        number = int(rng.choice(np.flatnonzero(mask)))
        outcome, step = expected[number], backend.take(number, random.Random(0))
        assert outcome is not None
        assert step == (outcome.reward, outcome.status)
        assert backend.state == outcome.state
    backend.restart()

    assert backend.state == task.start
    assert np.array_equal(backend.observation(), first)


@pytest.mark.parametrize("name", BACKENDS)
def test_an_action_that_cannot_be_done_changes_nothing(name: str) -> None:
    """It gives None, and observations are arrays of their own."""
    backend: Backend = BACKENDS[name]()
    before = backend.observation()
    for number in np.flatnonzero(backend.mask() == 0):
        assert backend.take(int(number), random.Random(0)) is None
    backend.observation()[:] = 7

    assert np.array_equal(backend.observation(), before)
    assert backend.state == backend.task.start
