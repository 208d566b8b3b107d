"""The largest reward: exact for whole numbers of any size."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import introplan as ip

CORRIDOR = """
START, ACTIONS, HORIZON = 0, ["up", "stop"], 800

def transition(s, a):
    return s + 1 if a == "up" and s < 600 else s

def reward(s, a, s2):
    if a == "stop":
        return {stop}
    return {high} if s2 == 600 and s == 599 else {step}

def terminal(s, a, s2):
    return a == "stop" or s2 == 600
"""
"""Longer than what is sampled: r_max comes from reading, not from looking at all states."""

PAYMENTS = [
    (-1, 0, 2**53 + 1),
    (2**53, 0, 2**53 + 1),
    (-1, -1, 10**30),
    (-(10**30), -1, 2**53 + 1),
    (2**60, -1, 2**60 + 600),
]


@pytest.mark.parametrize(("stop", "step", "high"), PAYMENTS)
def test_whole_rewards_are_not_rounded(stop: int, step: int, high: int, tmp_path: Path) -> None:
    """r_max, score and proof are exact where a float would round, in JSON as well."""
    path = tmp_path / "corridor.py"
    path.write_text(CORRIDOR.format(stop=stop, step=step, high=high))
    task, best = ip.read_program(path), max(stop, 599 * step + high)
    info = ip.introspect(task)
    assert (info.r_max.value, info.r_max.status) == (high, "exact")
    assert str(info.r_max) == str(high)
    result = ip.plan(task)
    assert result.score == best
    assert result.plan is not None
    assert len(result.plan) == (600 if best > stop else 1)
    command = [sys.executable, "-m", "introplan", "plan", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["score"] == best


def test_a_step_that_pays_less_is_not_proved_optimal() -> None:
    """The true maximum is 2**53 + 1: one step that pays -1 is not the best there is."""

    def reward(s: int, a: str, s2: int) -> int:
        return 2**53 + 1 if s2 == 40 and s == 39 else -1

    world = ip.program(
        actions=["up", "stay"],
        transition=lambda s, a: s + 1 if a == "up" else s,
        reward=reward,
        terminal=lambda s, a, s2: a == "stay" or s2 == 40,
    )
    task = world.task(0, 60)
    result = ip.plan(task, optimal=True)
    assert result.score == 2**53 + 1 - 39
    assert result.proved_optimal


def fraction_reward(s: int, a: str, s2: int) -> Any:
    """Pays a third for arriving at 3."""
    return Fraction(1, 3) if s2 == 3 else Fraction(0)


def test_fractions_are_rounded_once() -> None:
    """Numbers that are not whole stay floats, as before."""
    world = ip.program(
        actions=["up"], transition=lambda s, a: min(s + 1, 3), reward=fraction_reward
    )
    assert ip.introspect(world.task(0)).r_max.value == 1 / 3
