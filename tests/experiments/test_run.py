"""One run and its record."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import introplan as ip
from introplan.experiments.records import record_from_json
from introplan.experiments.run import failed_run, run, warm_up
from introplan.experiments.suite import RunSpec
from introplan.limits import Limits
from introplan.reporting.records import bound_record

SPEC = RunSpec("grid", (("distance", 3),), "introspector", 1)


def test_a_record_has_the_result_its_verdict_and_how_it_was_found() -> None:
    """All plain values: what goes through JSON comes back as a record."""
    found = record_from_json(json.loads(json.dumps(run(SPEC))))
    expected = ip.plan(ip.sample("grid", distance=3, seed=1))

    assert found.spec == SPEC
    assert found.status == str(expected.status)
    assert found.result is not None
    assert found.result["method"] == expected.method != ""
    assert (found.result["score"], found.result["expanded"]) == (
        expected.score,
        expected.expanded,
    )
    assert found.result["normalized_score"] == 1
    assert found.result["bound"] == bound_record(expected.bound)
    assert found.result["notes"] == list(expected.notes)
    assert (found.result["proved_optimal"], found.result["proved_shortest"]) == (
        expected.proved_optimal,
        expected.proved_shortest,
    )
    assert found.verdict is not None
    assert found.verdict["valid"]


def test_a_run_without_an_answer_is_a_record_too() -> None:
    """With its reason, and nothing in place of the result."""
    found = record_from_json(failed_run(SPEC, "crashed", reason="a signal", seconds=2.0))

    assert (found.result, found.verdict, found.reason) == (None, None, "a signal")
    assert found.was_cut_short


def test_a_planner_warms_up_once_per_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run of the same kind plans nothing before."""
    spec = replace(SPEC, planner="random[3]", seed=9)
    planned: list[int] = []
    monkeypatch.setattr(
        "introplan.experiments.run.plan", lambda *a, seed, **k: planned.append(seed)
    )

    for each in (spec, spec, replace(spec, seed=4), replace(spec, planner="beam[3]")):
        warm_up(each)

    assert planned == [10, 10]


def test_a_policy_is_tried_and_goes_on_record() -> None:
    """Scores, what was expected, how long it took; the record reads back, the same every time."""
    spec = RunSpec(
        "grid",
        (("distance", 2),),
        "policy",
        1,
        Limits(seconds=20),
        episodes=30,
        slippery=0.2,
    )
    found = [record_from_json(json.loads(json.dumps(run(spec)))) for _ in range(2)]
    assert found[0].lasting == found[1].lasting
    assert found[0].spec == spec
    assert found[0].status == "ended"
    assert found[0].result is not None
    assert len(found[0].result["scores"]) == 30
    assert found[0].result["value"] == found[0].result["bound"]
    assert "slippery=0.2" in spec.key
    assert spec.key.endswith("30 episodes")
