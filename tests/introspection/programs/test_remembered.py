"""What a process remembers: the same answers, sooner, and nothing that has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import kept_models, remembered, sample
from introplan.introspection.programs.kept_models import read_or_recalled
from introplan.planners.program_sweep import Sweep
from introplan.symbolic.budget import Budget

SECONDS = 10.0
CELLS = 9


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache of its own, in which also quick readings are kept."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    remembered.forget()
    yield
    remembered.forget()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The looks around that were made."""
    made: list[Any] = []
    look = Sweep.look

    def noted(sweep: Sweep) -> Any:
        made.append(look(sweep))
        return made[-1]

    monkeypatch.setattr(Sweep, "look", noted)
    return made


def dials(goal: int = 8, *, cells: int = CELLS) -> ip.ProgramTask:
    """Dials to be turned to a number: 9 ** 9 states, and a plan that is easily followed."""

    def turn(state: tuple[int, ...], action: tuple[int, int]) -> tuple[int, ...]:
        cell, by = action
        values = list(state)
        values[cell] = min(max(values[cell] + by, 0), 8)
        return tuple(values)

    actions = [(cell, by) for cell in range(cells) for by in (1, -1)]
    program = ip.program(
        actions=actions,
        transition=turn,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: ip.Status.SUCCESS if sum(t) == goal * cells else False,
    )
    return program.task((0,) * cells)


def told(result: ip.PlanResult) -> list[Any]:
    """What an answer says, but for the work that it took."""
    return [
        result.plan, result.score, result.status, result.bound, result.proved_optimal,
        result.method, result.notes, result.understood, result.engine,
    ]  # fmt: skip


def test_a_second_plan_is_the_same_without_a_look_around(looks: list[Any]) -> None:
    """The world is made anew: it is told by what it is made of."""
    first = ip.plan(dials())
    assert first.engine == "native"
    assert len(looks) == 1
    second = ip.plan(dials())
    assert len(looks) == 1
    assert told(second) == told(first)
    assert (second.expanded, second.generated) == (first.expanded, first.generated)


@pytest.mark.parametrize(
    "question", [{"limits": ip.Limits(nodes=50_000)}, {"limits": ip.Limits(seconds=30)}]
)
def test_another_question_begins_with_a_look(looks: list[Any], question: dict[str, Any]) -> None:
    """What was of no use under other limits may be of use."""
    ip.plan(dials())
    ip.plan(dials(), **question)
    assert len(looks) == 2


def test_another_world_begins_with_a_look(looks: list[Any]) -> None:
    """The code is the same, a number it uses is not."""
    ip.plan(dials())
    other = ip.plan(dials(goal=7))
    assert len(looks) == 2
    assert other.plan is not None
    assert len(other.plan) == 7 * CELLS


def test_a_small_world_stays_proven(looks: list[Any]) -> None:
    """Where looking around was the answer, it is so again."""
    first, second = (ip.plan(dials(cells=2)) for _ in range(2))
    assert first.proved_optimal
    assert told(second) == told(first)
    assert len(looks) == 2


def test_a_reading_is_for_the_task_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the terms is taken over; nothing is read from the disk."""
    one, two = dials(), dials()
    first = read_or_recalled(one, Budget.of(SECONDS))
    said = first.end_clauses
    monkeypatch.setattr(kept_models, "_recalled", None)
    again = read_or_recalled(two, Budget.of(SECONDS))
    assert first.task is one
    assert again.task is two
    assert again.operators is first.operators
    assert said is not None
    assert again.end_clauses is said


def test_a_reading_is_not_remembered_where_steps_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample shows what a fingerprint cannot: a function that answers otherwise."""
    first = read_or_recalled(dials(), Budget.of(SECONDS))
    sampled = sample.sampled

    def other(*arguments: Any, **options: Any) -> Any:
        found = sampled(*arguments, **options)
        before, action, after, reward, status = found.transitions[-1]
        found.transitions[-1] = (before, action, after, reward - 1, status)
        return found

    monkeypatch.setattr(kept_models, "sampled", other)
    again = read_or_recalled(dials(), Budget.of(SECONDS))
    assert again.operators is not first.operators


def test_another_budget_is_another_reading() -> None:
    """With fewer steps a reading may end sooner, so it is asked for anew."""
    first = read_or_recalled(dials(), Budget.of(SECONDS))
    again = read_or_recalled(dials(), Budget.of(SECONDS / 2))
    assert again.operators is not first.operators


def test_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not grow with the number of worlds."""
    monkeypatch.setattr(remembered, "MAX_LOOKS", 2)
    for key in ("a", "b", "c"):
        remembered.note_look(key, remembered.Look(dials, 1, 1))
    assert remembered.known_look("a") is None
    assert remembered.known_look("b") is not None
    assert remembered.may_know_look(dials)
    assert not remembered.may_know_look(None)
