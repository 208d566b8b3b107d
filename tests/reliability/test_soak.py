"""The long run is itself tested: it does everything, and it would notice."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from mmap import mmap
from pathlib import Path

import pytest

from reliability import load
from reliability import soak as program
from reliability.soak import Watch, everything, soak


def silent(text: str) -> None:
    """Nothing is printed."""


def test_a_short_soak_finds_nothing(record_property: Callable[[str, object], None]) -> None:
    """Eight seconds of everything that people do, on random tasks."""
    watch = soak(8 / 60, do=everything, numbers=count(5_000), between=0.2, tell=silent)
    record_property("tasks", watch.rounds)

    assert watch.failures == {}
    assert watch.rounds >= 10
    assert watch.growth(4 / 60) < 0.05


def test_every_kind_of_task_is_done_by_every_planner() -> None:
    """In the first few hundred numbers: kinds take turns, and planners within each kind."""
    kinds, contestants = len(load.KINDS), len(load.contestants(is_relational=True))
    pairs = {(n % kinds, n // kinds % contestants) for n in range(kinds * contestants)}

    assert len(pairs) == kinds * contestants


def test_a_leak_is_noticed() -> None:
    """A round that holds on to sixteen megabytes, fresh from the system, is seen after ten."""
    hoard: list[mmap] = []

    def leaking(number: int) -> None:
        hoard.append(mmap(-1, 2**24))
        hoard[-1].write(b"x" * 2**24)

    watch = soak(1, do=leaking, numbers=iter(range(10)), between=0, tell=silent)

    assert watch.growth(0.0) > 0.05


def test_what_is_raised_is_kept_with_its_number_and_ends_nothing() -> None:
    """Seven can be done again."""

    def failing(number: int) -> None:
        if number == 7:
            raise ValueError("seven")

    watch = soak(1, do=failing, numbers=iter(range(10)), tell=silent)

    assert watch.rounds == 10
    assert list(watch.failures) == [7]
    assert "ValueError: seven" in watch.failures[7]


def test_growth_is_counted_from_the_end_of_warming_up() -> None:
    """What was filled before does not count, nor does a single peak."""
    rising = [(minute / 10, 50.0 + min(minute, 100)) for minute in range(200)]

    assert Watch(rising).growth(10.0) == 0.0
    assert Watch(rising).growth(0.0) > 1.0
    assert Watch([*rising, (20.0, 900.0)]).growth(10.0) == 0.0


def test_the_program_writes_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With tasks, minutes and growth."""
    code = program.main(["--rounds", "3", "--records", str(tmp_path)])
    record = json.loads((tmp_path / "18.json").read_text(encoding="utf-8"))

    assert code == 0
    assert record["counts"]["tasks"] == 3
    assert (record["failures"], record["number"]) == (0, 18)
    assert "3 tasks, 0 failures" in capsys.readouterr().out
