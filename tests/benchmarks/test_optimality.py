"""Optimal plans are as long as those of a peer's blind A*, where that peer is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from peers.instances import Instance
from peers.optimality import BLIND, SMALL, compared, instances
from peers.planners import Places
from peers.runs import Settings

PLACES = Places(Path(__file__).resolve().parents[2] / ".venv-bench")


def test_there_are_a_hundred_instances_of_all_domains() -> None:
    """What `python -m peers.optimality` compares."""
    every = list(instances())

    assert len(every) >= 100
    assert {each.domain for each in every} == {"blocks-world", "drawers", "bins"}


@pytest.mark.skipif(PLACES.missing(BLIND) is not None, reason="Fast Downward is not installed")
@pytest.mark.parametrize("instance", SMALL[1::3], ids=lambda instance: instance.name)
def test_the_same_length_as_blind_search(instance: Instance, tmp_path: Path) -> None:
    """One instance of every few sizes."""
    settings = Settings(PLACES, tmp_path, seconds=60.0, megabytes=2048.0)
    ours, theirs = compared(instance, settings)

    assert ours == theirs
