"""What records say of policies: means, intervals, differences by common seeds, bounds."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from introplan.experiments.chance_results import ENDLESS, compared, policy_studies
from introplan.experiments.figures import all_figures
from introplan.experiments.records import Record
from introplan.experiments.report import write_report
from introplan.experiments.runner import run_missing
from introplan.experiments.series import measured
from introplan.experiments.suite import Experiment, RunSpec
from introplan.experiments.tables import policy_table
from introplan.limits import Limits


def record(
    planner: str, seed: int, scores: list[float], *, distance: int = 2, **more: Any
) -> Record:
    """A record of a policy on a slippery grid."""
    spec = RunSpec(
        "grid",
        (("distance", distance),),
        planner,
        seed,
        Limits(seconds=9),
        episodes=len(scores),
        slippery=0.25,
    )
    result = {"scores": scores, "expanded": 4, "moves": 4, "value": None, "bound": None, **more}
    measures = {"seconds": 1.0, "cpu_seconds": 1.0, "deciding_seconds": 2.0}
    return Record(spec, "ended", "", {"normalized_score": None, **result}, None, measures, {}, {})


def drawn(mean: float, seed: int, count: int = 40) -> list[float]:
    """Scores around a mean."""
    rng = random.Random(seed)
    return [mean + rng.choice([-3, 1, 2]) for _ in range(count)]


def test_means_of_tasks_are_averaged() -> None:
    """With an interval from the spread within the tasks, not between them."""
    runs = [record("greedy", s, drawn(10.0 * s, s)) for s in range(3)]
    (found,) = compared(runs)
    assert (found.world, found.planner) == ("grid, distance 2, slippery 0.25", "greedy")
    assert (found.tasks, found.episodes, found.behind) == (3, 120, None)
    assert found.mean.value == pytest.approx(fmean(fmean(drawn(10.0 * s, s)) for s in range(3)))
    assert found.mean.high - found.mean.low < 2
    assert found.seconds_per_move == 0.5


def test_intervals_contain_the_mean_in_95_of_100_cases() -> None:
    """Of three tasks with 40 episodes each."""
    hits = 0
    for trial in range(300):
        runs = [record("greedy", s, drawn(5.0 * s, 1_000 * trial + s)) for s in range(3)]
        (found,) = compared(runs)
        hits += found.mean.low <= 5.0 <= found.mean.high
    assert 270 <= hits <= 297


def test_differences_are_taken_episode_by_episode() -> None:
    """Common seeds: where luck is the same, a small difference is seen at once."""
    luck = drawn(0, 1)
    runs = [
        record("policy", 0, luck, value=0.1, bound=0.2),
        record("greedy", 0, [score - 0.125 for score in luck]),
    ]
    best, other = compared(runs)
    assert best.behind is None
    assert other.behind is not None
    assert (other.behind.value, other.behind.low, other.behind.high) == pytest.approx((0.125,) * 3)
    assert other.mean.high > best.mean.low
    assert (best.value, best.bound, other.value, other.bound) == (0.1, 0.2, None, None)


def test_bounds_are_averaged_where_all_tasks_have_one() -> None:
    """An infinite one is none."""
    runs = [record("policy", s, [1.0, 2.0], value=2.0, bound=float(s)) for s in (1, 2)]
    assert compared(runs)[0].bound == 1.5
    runs.append(record("policy", 3, [1.0, 2.0], value=2.0, bound="inf"))
    assert compared(runs)[0].bound is None


def test_a_policy_that_never_ends_is_marked() -> None:
    """Its episodes were cut."""
    (found,) = compared([record("random", 0, [0.0, -5.0], endless=1)])
    assert found.remark == ENDLESS


def test_tables_and_figures_have_them() -> None:
    """A row for each policy, a line against the size with the bound above; no other figure."""
    runs = [
        record(planner, seed, drawn(mean, seed), distance=d, bound=bound)
        for d in (2, 4)
        for planner, mean, bound in (("policy", 9.0, 9.0), ("random", 1.0, None))
        for seed in range(2)
    ]
    table = policy_table(runs)
    assert [row[1] for row in table.rows] == ["policy", "random"] * 2
    assert table.rows[0][8] == "9"
    (study,) = policy_studies(runs)
    assert [line.planner for line in study.lines] == ["policy", "random", "bound"]
    assert [p.mean for p in study.lines[-1].points] == [9.0, 9.0]
    data = measured(runs)
    assert data.studies() == []
    assert [figure.name for figure in all_figures(data)] == ["policies-grid-0.25"]


def test_a_suite_is_resumed_and_its_report_written_again(tmp_path: Path) -> None:
    """What is on record is not run again, and tables of ours may be replaced."""
    runs = Experiment(
        "grid",
        (("distance", (2,)),),
        ("greedy", "random"),
        (0,),
        Limits(seconds=20),
        episodes=5,
        slippery=0.2,
    ).runs()
    said: list[str] = []
    for part in (runs[:1], runs):
        run_missing(part, tmp_path, jobs=1, say=said.append)
        report = write_report(tmp_path, has_matplotlib=False)
    assert said[2] == f"2 runs, 1 of them on record in {tmp_path}"
    assert "policies" in [table.name for table in report.tables]
    assert "| grid, distance 2, slippery 0.2 | greedy |" in (tmp_path / "README.md").read_text()
