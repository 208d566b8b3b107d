"""Tables: ratios without start-up, against the fastest peer that solves the instance."""

from __future__ import annotations

from peers.instances import TRIVIAL
from peers.records import Record
from peers.table import FLOOR, Results, report, summary


def run(planner: str, cpu: float | None, **more: object) -> Record:
    """A run on one instance."""
    fields = {"instance": "bins-3x10", "status": "solved", "length": 13, **more}
    series, size = "bins", 10
    return Record(planner=planner, series=series, size=size, limit=60.0, cpu=cpu, **fields)  # type: ignore[arg-type]


def start(planner: str, *times: float) -> list[Record]:
    """Runs on the trivial task."""
    return [run(planner, t, instance=TRIVIAL.name, repeat=i) for i, t in enumerate(times)]


def test_startup_is_the_median_on_the_trivial_task_and_is_taken_off_on_both_sides() -> None:
    """(2.5 - 0.5) / (0.3 - 0.2) is 20; a slower peer and one that failed do not count."""
    records = [
        *start("introplan", 0.2, 0.1, 9.0),
        *start("fast", 0.5, 0.5, 0.5),
        run("introplan", 0.3, length=26),
        run("fast", 2.5),
        run("slow", 7.0, length=10),
        run("wrong", 0.1, status="invalid"),
        run("late", 60.0, status="out-of-time", length=None),
    ]

    line = list(summary(Results(tuple(records))))[-1]

    assert line == "| bins-3x10 | fast | 20 | 10 | 2.60 | 2 |"


def test_what_is_left_below_the_floor_is_noise() -> None:
    """A run that is no slower than start-up does not make an infinite ratio."""
    results = Results((*start("introplan", 0.2), run("introplan", 0.15)))

    assert results.net(results.records[-1]) == FLOOR


def test_an_instance_that_no_peer_solves_is_told_so() -> None:
    """Without a ratio."""
    records = [run("introplan", 0.3), run("late", 60.0, status="out-of-time", length=None)]

    line = list(summary(Results(tuple(records))))[-1]

    assert line == "| bins-3x10 | none | solved | - | - | 0 |"


def test_a_run_that_fails_once_is_not_hidden_by_one_that_solves() -> None:
    """Of several runs the worst outcome counts, else the median time."""
    times = [run("fast", cpu, repeat=i) for i, cpu in enumerate((3.0, 1.0, 2.0))]
    failed = run("fast", 0.1, repeat=3, status="failed", reason="a | in its words")

    solved = Results(tuple(times)).one("bins-3x10", "fast")
    assert solved is not None
    assert solved.cpu == 2.0
    assert Results((*times, failed)).one("bins-3x10", "fast") == failed
    assert "failed: a / in its words" in report([*times, failed])
