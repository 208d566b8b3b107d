"""A look around that was in vain is shorter in the next process, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import kept_models, remembered
from introplan.introspection.programs.kept_looks import keep, kept_look
from introplan.introspection.programs.kept_place import Place, place_of
from introplan.introspection.programs.remembered import Look
from introplan.planners.program_sweep import Sweep

CELLS = 9


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own, in which also quick readings are kept."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    remembered.forget()


def dials(goal: int = 8) -> ip.ProgramTask:
    """Dials to be turned to a number: 9 ** 9 states, and a plan that is easily followed."""

    def turn(state: tuple[int, ...], action: tuple[int, int]) -> tuple[int, ...]:
        cell, by = action
        values = list(state)
        values[cell] = min(max(values[cell] + by, 0), 8)
        return tuple(values)

    program = ip.program(
        actions=[(cell, by) for cell in range(CELLS) for by in (1, -1)],
        transition=turn,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: ip.Status.SUCCESS if sum(t) == goal * CELLS else False,
    )
    return program.task((0,) * CELLS)


def place(reading: str = "x") -> Place:
    """Where things are kept of the dials."""
    found = place_of(dials())
    assert found is not None
    return replace(found, reading=reading)


def test_the_next_process_does_not_look_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same plan with the same counts, and fewer states were looked at."""
    seen: list[int] = []
    look = Sweep.look

    def noted(sweep: Sweep) -> Any:
        found = look(sweep)
        seen.append(len(sweep.exploration.graph.states))
        return found

    monkeypatch.setattr(Sweep, "look", noted)
    results = []
    for _ in range(2):
        remembered.forget()  # as in another process
        results.append(ip.plan(dials()))
    first, again = results
    assert first.engine == "native"
    assert first.plan == again.plan
    assert (first.expanded, first.generated) == (again.expanded, again.generated)
    assert seen[1] < seen[0] / 2


def test_a_look_is_kept_for_its_question() -> None:
    """And for no other one."""
    keep(place(), (True, 1), Look(None, 3, 4))
    assert kept_look(place(), (True, 1), "code") == Look("code", 3, 4)
    assert kept_look(place(), (False, 1), "code") is None


@pytest.mark.parametrize("wrong", [[], [1], [1, -2], ["1", 2], {}, 3, None])
def test_what_is_no_look_is_nothing(wrong: Any) -> None:
    """Whatever stands in the file."""
    keep(place(), (1,), Look(None, 3, 4))
    place().put(wrong, "look", repr((1,)))
    assert kept_look(place(), (1,), None) is None


def test_without_a_kept_reading_no_look_is_kept() -> None:
    """To read it anew takes longer than the look."""
    keep(place(reading=""), (1,), Look(None, 3, 4))
    assert kept_look(place(), (1,), None) is None
