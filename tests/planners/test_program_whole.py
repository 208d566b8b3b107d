"""Worlds that end with the largest reward, seen as a whole before they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

import introplan as ip
from introplan.introspection.programs import kept_models, remembered
from introplan.planners.program_sweep import Sweep


def ring(length: int, goal: int) -> ip.ProgramTask:
    """A ring on which one place pays; each step costs."""
    model = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: (s + a) % length,
        reward=lambda s, a, t: 10 if t == goal else -1,
    )
    return model.task(0)


def test_a_small_world_is_seen_whole_before_it_is_read() -> None:
    """More states than are sampled, and the shortest way to what pays most is known."""
    result = ip.plan(ring(1_000, 300))
    assert (result.status, result.method) == ("success", "breadth-first")
    assert (len(result.plan or ()), result.score, result.bound) == (300, -289, 10)
    assert result.proved_optimal
    assert result.understood.startswith("not read")


def test_a_world_without_moves_has_no_plan() -> None:
    """Where no action can be done nothing is ever paid."""
    model = ip.program(
        actions=lambda s: [], transition=lambda s, a: s, reward=lambda s, a, t: s + a
    )
    assert ip.plan(model.task(0)).status is ip.PlanStatus.UNSOLVABLE


def test_a_look_in_vain_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was seen then counts, so that the same question has the same answer."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    remembered.forget()
    looks = []
    see_more = Sweep.see_more

    def noted(sweep: Sweep) -> bool:
        looks.append(sweep)
        return see_more(sweep)

    monkeypatch.setattr(Sweep, "see_more", noted)
    first, second = (ip.plan(ring(9_000, 4_400)) for _ in range(2))
    assert len(looks) == 1
    assert first.plan == second.plan
    assert (first.expanded, first.generated) == (second.expanded, second.generated)
