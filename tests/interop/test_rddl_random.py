"""Random worlds in RDDL against pyRDDLGym: all outcomes of every step, and what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

import rddl_texts
from introplan.interop import rddl
from introplan.interop.rddl.loading import model_of
from random_rddl import random_parts
from rddl_simulator import Oracle, assert_same_steps

WORLDS_IN_A_CHUNK = 4


@pytest.mark.parametrize("chunk", range(12))
@pytest.mark.statistical
def test_random_worlds_have_the_outcomes_of_pyrddlgym(chunk: int, tmp_path: Path) -> None:
    """The same states, rewards, ends and probabilities, by exact enumeration."""
    for seed in range(WORLDS_IN_A_CHUNK * chunk, WORLDS_IN_A_CHUNK * (chunk + 1)):
        model = model_of(*rddl_texts.written(tmp_path, **random_parts(seed)))

        assert_same_steps(rddl.task(model), Oracle(model), steps=8, seed=seed)
