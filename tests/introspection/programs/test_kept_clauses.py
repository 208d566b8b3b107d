"""What parts of programs say is kept beside their readings, and believed if steps agree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from children import finished
from introplan.introspection.programs import kept_models, reader, remembered
from introplan.introspection.programs.clauses import Clause, clauses_of
from introplan.introspection.programs.kept_models import read_or_recalled
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.render import text_of

SECONDS = 10.0
ACTIONS = ["left", "right", "up", "down"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own, in which also quick readings are kept, as between two processes."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    monkeypatch.setattr(remembered, "MAX_READINGS", 0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The parts that were really read."""
    read: list[Any] = []
    of = clauses_of

    def noted(*arguments: Any, **options: Any) -> list[Clause]:
        read.append(arguments[1])
        return of(*arguments, **options)

    monkeypatch.setattr(reader, "clauses_of", noted)
    return iter([read])


def move(s: tuple[int, int], a: str) -> tuple[int, int]:
    """Steps in a square."""
    dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[a]
    return min(max(s[0] + dx, 0), 30), min(max(s[1] + dy, 0), 30)


def paid(s: tuple[int, int], a: str, s2: tuple[int, int]) -> int:
    """Of two states: what is gained to the right."""
    return 10 if s2 == (30, 30) else s2[0] - s[0]


def is_over(s: tuple[int, int], a: str, s2: tuple[int, int]) -> bool:
    """In a corner, and at once above it."""
    return s2 == (30, 30) or (s == s2 and s2[1] == 7)


def text_reward(s: tuple[int, int], a: str, s2: tuple[int, int]) -> float:
    """Understood on each operator, but not for any two states: then it cannot be listed."""
    return 5 if s2[0] > s[0] and f"{s2[0] - s[0]}" == "1" else 0


def world(reward: Any = paid) -> ip.ProgramTask:
    """The square, made anew."""
    made = ip.program(actions=ACTIONS, transition=move, reward=reward, terminal=is_over)
    return made.task((0, 0))


def told(reading: Reading) -> list[Any]:
    """All that the parts say, in words."""
    return [
        [
            (
                c.action,
                isinstance(c.condition, tuple),
                text_of(c.condition[1] if isinstance(c.condition, tuple) else c.condition),
                repr(c.value),
                c.line,
            )
            for c in said or ()
        ]
        for said in (reading.clauses, reading.end_clauses)
    ] + [str(diagnostic) for diagnostic in reading.diagnostics]


def reading_of(task: ip.ProgramTask, *, steps: float | None = None) -> Reading:
    """A reading, from the cache if it is there."""
    budget = Budget.of(SECONDS)
    if steps is not None:
        budget.steps = steps
    return read_or_recalled(task, budget)


def test_what_was_said_is_found_again(asked: Iterator[list[Any]]) -> None:
    """Conditions on one state and on two, answers that are known and that are not."""
    read = next(asked)
    first = told(reading_of(world()))
    assert len(read) == 2
    assert {is_both for part in first[:2] for _, is_both, *_ in part} == {False, True}
    assert told(reading_of(world())) == first
    assert len(read) == 2


def test_what_was_refused_is_refused_again(asked: Iterator[list[Any]]) -> None:
    """With the same words, and without reading it."""
    read = next(asked)
    first = told(reading_of(world(text_reward)))
    count = len(read)
    assert told(reading_of(world(text_reward))) == first
    assert len(read) == count


def test_with_too_little_to_spend_it_is_not_found(asked: Iterator[list[Any]]) -> None:
    """As if nothing were kept: what is left after the reading must be enough."""
    read = next(asked)
    budget = Budget.of(SECONDS)
    before = budget.steps
    reading = read_or_recalled(world(), budget)
    cost = before - budget.steps
    assert reading.clauses
    assert reading_of(world(), steps=cost).clauses is None
    assert len(read) == 2
    assert reading_of(world(), steps=2 * cost + 1000).clauses
    assert len(read) == 2


@pytest.mark.parametrize("part", ["reward", "terminal"])
def test_what_steps_deny_is_read_anew(part: str, asked: Iterator[list[Any]]) -> None:
    """Entries in which answers were changed, and lists that are no clauses."""
    read = next(asked)
    first = reading_of(world())
    right = told(first)
    assert first.place is not None
    words = ("said", first.place.reading, part)
    stored = first.place.get(*words)
    assert stored is not None
    other = [[a, both, n, False, 3 if part == "reward" else True, line]
             for a, both, n, _, _, line in stored["clauses"]]  # fmt: skip
    wrongs: list[Any] = [{**stored, "clauses": other}, {**stored, "nodes": []}, {}, [], 3]
    for wrong in wrongs:
        first.place.put(wrong, *words)
        count = len(read)
        assert told(reading_of(world())) == right
        assert len(read) == count + 1


FRESH = """
import sys
import introplan as ip
task = ip.read_program({path!r})
print(ip.plan(task).plan)
print(*(name for name in sys.modules if name.startswith("introplan.")), file=sys.stderr)
"""


@pytest.mark.process
def test_a_kept_reading_is_used_without_what_reads(tmp_path: Path) -> None:
    """The interpreter and most builtins take longer to load than such a plan takes."""
    path = Path(__file__).parents[3] / "examples" / "fifteen_puzzle.py"
    command = [sys.executable, "-c", FRESH.format(path=str(path))]
    first, again = (finished(command) for _ in range(2))
    assert first.stdout == again.stdout
    loaded = set(again.stderr.split())
    assert "introplan.introspection.programs.finder" in loaded
    unneeded = {"interpreter.interpreter", "interpreter.execution", "builtins.functions"}
    assert "introplan.symbolic.interpreter.interpreter" in first.stderr.split()
    assert not {f"introplan.symbolic.{name}" for name in unneeded} & loaded
    assert not {name for name in loaded if name.startswith("introplan.relational")}
    assert len(loaded) < MAX_MODULES


MAX_MODULES = 170
"""Of the package, with what is needed for a proof of optimality; the first time it is 250."""
