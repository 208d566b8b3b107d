"""Records: one line per run, and no run twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from peers.records import Record, append, from_json, is_settled, load

RUN = Record("LPG", "bins-3x10", "bins", 10, "solved", 60.0, cpu=0.1, memory_mb=128.0, length=13)


def test_a_record_reads_back_from_its_line() -> None:
    """And the line is one line."""
    line = RUN.to_json()

    assert from_json(line) == RUN
    assert "\n" not in line


def test_the_last_record_of_a_run_counts(tmp_path: Path) -> None:
    """A run that is done again replaces what was written before."""
    file = tmp_path / "runs.jsonl"
    assert load(file) == []
    again, other = replace(RUN, cpu=0.2), replace(RUN, planner="ENHSP")
    for record in (RUN, other, again):
        append(file, record)

    assert load(file) == [again, other]


def test_a_run_is_done_again_only_if_that_can_help() -> None:
    """More time, or a program that was missing."""
    late, skipped = replace(RUN, status="out-of-time"), replace(RUN, status="skipped")

    assert is_settled(RUN.key, [RUN], 600.0)
    assert is_settled(RUN.key, [late], 60.0)
    assert not is_settled(RUN.key, [late], 61.0)
    assert not is_settled(RUN.key, [skipped], 60.0)
    assert not is_settled(RUN.key, [replace(RUN, repeat=1)], 60.0)
