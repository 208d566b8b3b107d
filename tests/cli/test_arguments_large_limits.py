"""Limits that are legal and larger than any number of the machine, and limits that are none."""

from __future__ import annotations

import math
import time
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.cli import main
from introplan.planners import program_milestones

HUGE = "9" * 30


@pytest.mark.parametrize(
    "words",
    [
        f"plan blocks-world --blocks 4 --nodes {HUGE}",
        "plan blocks-world --blocks 4 --memory 1e300",
        "plan blocks-world --blocks 4 --time 1e300",
        f"plan blocks-world --blocks 4 --horizon {HUGE}",
        "plan blocks-world --blocks 4 --horizon 4294967296 --planner greedy",
        f"plan blocks-world --blocks 4 --horizon {HUGE} --optimal",
        f"explain blocks-world --blocks 4 --limit {HUGE}",
    ],
)
def test_a_limit_that_is_never_reached_changes_nothing(words: str) -> None:
    """Neither an internal error nor an end before its time."""
    assert main(words.split()) == 0


@pytest.mark.parametrize("seconds", [math.inf, 9.3e9, 1e300])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_of_ages_is_not_over_at_once(seconds: float, engine: str) -> None:
    """Also for the clock of the native engine."""
    task = ip.sample("blocks-world", blocks=12, seed=1)

    assert ip.plan(task, "introspector", ip.Limits(seconds=seconds), engine).status == "success"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": 1.5}, "the limit nodes is a whole number or None, got '1.5'"),
        ({"nodes": True}, "the limit nodes is a whole number or None, got 'True'"),
        ({"seconds": "x"}, "the limit seconds is a number or None, got 'x'"),
        ({"seconds": math.nan}, "the limit seconds is a number or None, got 'nan'"),
        ({"seconds": -1}, "the limit seconds must not be negative, got -1"),
        ({"memory_mb": -0.5}, "the limit memory_mb must not be negative, got -0.5"),
    ],
)
def test_what_is_no_limit_is_told(limits: dict[str, Any], message: str) -> None:
    """When the limits are written, not when the search has begun."""
    with pytest.raises(ip.UsageError, match="^" + message.replace(".", r"\.") + "$"):
        ip.Limits(**limits)


def test_a_planner_goes_by_its_name() -> None:
    """None is no name."""
    with pytest.raises(ip.UsageError, match="a planner goes by its name, got None"):
        ip.plan(ip.sample("bins"), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("horizon", [10**8, 10**30])
def test_a_horizon_without_end_ends_with_the_limit(horizon: int) -> None:
    """A loop that pays is repeated as long as a plan may be, with an eye on the clock."""
    task = ip.sample("grid", distance=3)
    started = time.thread_time()
    result = ip.plan(
        task.program.task(task.start, horizon), "introspector", ip.Limits(seconds=0.3)
    )

    assert result.status in ("out-of-time", "out-of-memory")
    assert time.thread_time() - started < 1.0


def test_a_plan_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit of the user's there is one of ours."""
    monkeypatch.setattr(program_milestones, "MAX_PLAN_STEPS", 1000)
    task = ip.sample("grid", distance=3)

    assert ip.plan(task.program.task(task.start, 10**30)).status == "out-of-memory"


def test_rules_as_long_as_a_book_end_with_the_limit(tmp_path: Path) -> None:
    """Every row says that those above do not hold: the whole is long before it is searched."""
    names = [f"p{i}" for i in range(30)]
    triples = islice(permutations(names, 3), 3000)
    rows = (
        f"(if (and ({a}) (not ({b})) (or ({c}) (p0))) {i % 7})"
        for i, (a, b, c) in enumerate(triples)
    )
    predicates = " ".join(f"({name})" for name in names)
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(
        f"(define (domain d) (:predicates {predicates}) (:action x :effect (p1))"
        f" (:reward {' '.join(rows)}))",
        encoding="utf-8",
    )
    problem.write_text("(define (problem p) (:domain d) (:init))", encoding="utf-8")
    started = time.thread_time()
    code = main(["plan", str(domain), str(problem), "--time", "1"])

    assert code == 23
    assert time.thread_time() - started < 2.5
