"""Worlds in Python in numbers: what exploring them shows."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.interop.gymnasium.program_backend import ProgramBackend
from introplan.mdp import Status


def chain(length: int, *, listed: bool = True) -> ip.ProgramTask:
    """A walk along a line that pays at its end."""
    return ip.program(
        actions=["on", "back"] if listed else lambda s: ["on", "back"] if s else ["on"],
        transition=lambda s, a: min(s + 1, length) if a == "on" else max(s - 1, 0),
        reward=lambda s, a, t: float(t == length),
    ).task(0)


def test_the_largest_reward_ends_an_episode_without_an_end() -> None:
    """Found by exploring all states."""
    backend = ProgramBackend(chain(3))
    steps = [backend.take(0, random.Random(0)) for _ in range(3)]

    assert backend.task.r_max == 1
    assert [step and step.status for step in steps] == [
        Status.CONTINUE, Status.CONTINUE, Status.SUCCESS,
    ]  # fmt: skip


def test_actions_that_depend_on_the_state_are_those_that_were_met() -> None:
    """In the order of their discovery, with a mask for each state."""
    backend = ProgramBackend(chain(2, listed=False))

    assert backend.actions == ("on", "back")
    assert backend.mask().tolist() == [1, 0]


def test_actions_must_be_listed_where_not_all_states_were_seen() -> None:
    """A large world could have others; the message says what to do."""
    with pytest.raises(ip.UsageError, match="give `actions` as a list"):
        ProgramBackend(chain(10_000, listed=False))
