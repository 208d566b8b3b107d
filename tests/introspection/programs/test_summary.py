"""One line on what was and was not understood, in every answer; and no answer contradicts it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.findings import Introspection
from worlds.known_worlds import PYTHON, python_task

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


def _move(s: int, a: int) -> int:
    return max(0, min(900, s + a))


def _at_end(s: int, a: int, s2: int) -> int:
    return int(s2 == 900)


def _opaque(s: int, a: int) -> int:
    return _move(int(str(s)[::-1][::-1]), a)


def _is_over(s: int, a: int, s2: int) -> bool:
    return s2 == 900


def task(transition: Any = _move, **parts: Any) -> ip.ProgramTask:
    """A corridor, longer than what is searched before anything is read."""
    return ip.program(actions=[-1, 1], transition=transition, reward=_at_end, **parts).task(0)


def test_all_that_was_read_is_named() -> None:
    """Rules, reward and end, how many actions, and where the distance comes from."""
    line = "read: rules, reward and end of 2 actions; distance from pattern databases"
    assert ip.introspect(task(terminal=_is_over)).understood == line
    read = "read: rules and reward of 2 actions; distance "
    result = ip.plan(task())
    assert result.understood.startswith(read)
    assert result.understood in str(result)


def test_what_was_not_read_is_named_with_code_file_and_line() -> None:
    """The first refusal of each part, and what follows from it for the search."""
    understood = ip.plan(task(_opaque)).understood
    assert "not read: transition (PY-" in understood
    assert "test_summary.py:" in understood
    assert understood.endswith("; searched as a black box")
    assert ip.introspect(task(_opaque)).understood == understood


def test_a_plan_that_is_found_before_anything_is_read_says_so() -> None:
    """A small world needs no reading; the line says that none was done."""
    line = "not read: a blind search was over before reading was worth its time"
    ended = ip.program(actions=[-1, 1], transition=_move, reward=_at_end, terminal=_is_over)
    assert ip.plan(ended.task(895)).understood == line


def assert_consistent(info: Introspection, start: Any) -> None:
    """The parts of an explanation agree with each other and with the line that sums them up."""
    milestones = list(islice(info.milestones(), 3))
    rules = info.understood.startswith("read: rules")
    report = info.report()
    assert (info.r_max.value is None) == (info.r_max.status in ("unknown", "unbounded"))
    assert rules == bool(info.operators)
    assert rules or not milestones
    assert rules or not info.invariants
    assert rules or not info.immutable
    assert rules or info.heuristic.is_trivial
    assert rules or info.diagnostics
    assert rules or info.complete or all(v.domain.endswith("seen") for v in info.variables)
    assert not info.is_blind or not rules
    assert ("No distance was derived" in report) == info.heuristic.is_trivial
    assert ("Not understood:" in report) == bool(info.diagnostics)
    assert ("searched as a black box" in info.understood) == (not rules)
    is_silent = "Nothing was found out about when it is paid" in report
    assert not (is_silent and "What the reward says" in report and not rules)
    # An end that pays two different numbers under the same condition says one of them wrongly.
    ends = [(str(end.action), end.guard, end.status) for end in info.ends if end.value != "?"]
    assert len(ends) == len(set(ends)) or len({end.value for end in info.ends}) == 1


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_explanation_of_an_example_does_not_contradict_itself(file: Path) -> None:
    """Nothing is shown of what was not understood, and nothing that was is denied."""
    world = ip.read_program(file)
    assert_consistent(ip.introspect(world), world.start)


@pytest.mark.parametrize("name", sorted(PYTHON))
def test_the_explanation_of_a_known_world_does_not_contradict_itself(name: str) -> None:
    """The same in the worlds that people know."""
    world = python_task(name)
    assert_consistent(ip.introspect(world), world.start)


def test_a_reading_that_is_contradicted_leaves_nothing_behind() -> None:
    """With no budget nothing is read: no conditions, no invariants, and the line says so."""
    assert_consistent(ip.introspect(task(terminal=_is_over), budget=0.0), 0)
    assert_consistent(ip.introspect(task(_opaque)), 0)
