"""The runner: what is missing, in which order, and what is written down."""

from __future__ import annotations

from pathlib import Path

from introplan.experiments.records import read_records
from introplan.experiments.runner import missing, run_missing
from introplan.experiments.suite import Experiment, RunSpec

RUNS = Experiment("bins", (("bins", (1,)), ("items", (1, 2))), ("greedy",), (0, 1)).runs()


def test_runs_on_record_are_not_made_again() -> None:
    """The others come mixed, but in the same order every time."""
    specs = [RunSpec("grid", (("distance", d),), "greedy", 0) for d in range(20)]
    left = missing(specs, [specs[3].key, "something else"])

    assert {spec.key for spec in left} == {s.key for n, s in enumerate(specs) if n != 3}
    assert left == missing(specs, [specs[3].key])
    assert left != sorted(left, key=specs.index)


def test_a_second_start_makes_what_is_missing(tmp_path: Path) -> None:
    """And says how much that is."""
    said: list[str] = []
    run_missing(RUNS[:3], tmp_path, jobs=1, say=said.append)
    run_missing(RUNS, tmp_path, jobs=1, say=said.append)

    assert sorted(r.spec.key for r in read_records(tmp_path)) == sorted(r.key for r in RUNS)
    assert said[0] == f"3 runs, 0 of them on record in {tmp_path}"
    assert said[2] == f"4 runs, 3 of them on record in {tmp_path}"
    assert said[3].startswith("1 runs made in")
