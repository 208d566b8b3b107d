"""Other planners: files they can read, and milestones they find for us."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import pytest
from unified_planning.io import PDDLReader

import introplan as ip
from interop.classical.test_milestone import check_plan
from introplan.cli import main
from introplan.interop.classical.milestone import formula_of
from introplan.introspection.relational.goals import goal_of
from introplan.limits import Meter
from introplan.planners import external
from introplan.planners.introspector import introspector
from introplan.relational.action import GroundAction
from introplan.relational.domain import Task
from introplan.relational.grounding import Goal
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import SearchRequest
from random_tasks import random_task

LAVA = """
(define (domain lava)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (hot ?p - place) (has-tea))
  (:action walk :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b)) :effect (and (not (at ?a)) (at ?b)))
  (:action drink :parameters () :precondition (has-tea) :effect (not (has-tea)))
  (:reward (if (exists (?p - place) (and (hot ?p) (at ?p) (not (before (at ?p))))) -5)
           (if (and (did (drink)) (at end)) 1))
  (:constants end - place)
  (:termination (if (exists (?p - place) (and (hot ?p) (at ?p))) failure)))
"""
LAKE = """
(define (problem lake) (:domain lava)
  (:objects a b c d - place)
  (:init (at a) (has-tea) (hot b) (next a b) (next b end) (next a c) (next c d) (next d end)))
"""


def lake() -> Task:
    """A short way through lava and a long one around it; tea at the end."""
    return ip.parse_problem(ip.parse_domain(LAVA), LAKE)


def fast_downward(folder: Path) -> str | None:
    """The plan that Fast Downward finds for the files in a folder."""
    driver = resources.files("up_fast_downward").joinpath("downward/fast-downward.py")
    words = ["--plan-file", "plan", "--alias", "lama-first", "domain.pddl", "problem.pddl"]
    command = [sys.executable, str(driver), *words]
    subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=120)
    plan = folder / "plan"
    return plan.read_text(encoding="utf-8") if plan.exists() else None


def tasks() -> Sequence[Task]:
    """Shipped worlds, one with failure, and random ones whose milestone can be reached."""
    shipped = [
        ip.sample("bins", bins=2, items=3, seed=1),
        ip.sample("blocks-world", blocks=6, seed=2),
        ip.sample("drawers", drawers=3, items=3, seed=3),
        lake(),
    ]
    return [*shipped, *(random_task(seed) for seed in (15, 24, 37, 47))]


@pytest.mark.process
@pytest.mark.parametrize("number", range(len(tasks())))
def test_fast_downward_reaches_exported_milestones(number: int, tmp_path: Path) -> None:
    """It solves the files, and its plan makes the milestone; their reader reads them too."""
    task = tasks()[number]
    mutation = next(ip.mutations(task))
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(ip.print_domain(task.domain), encoding="utf-8")
    problem.write_text(ip.print_problem(task), encoding="utf-8")
    assert main(["export", str(domain), str(problem), "--out", str(tmp_path / "out")]) == 0
    folder = tmp_path / "out"
    plain = ip.read(folder / "domain.pddl", folder / "problem.pddl")
    text = fast_downward(folder)
    assert (text is None) == (ip.plan(plain).plan is None)
    if text is not None:
        assert ip.verify(plain, ip.parse_plan(text, plain)).valid
        check_plan(task, ip.parse_plan(text, task), formula_of(goal_of(mutation)))
    if not task.domain.derived:
        PDDLReader().parse_problem(str(folder / "domain.pddl"), str(folder / "problem.pddl"))


def test_every_exported_action_has_a_precondition(capsys: pytest.CaptureFixture[str]) -> None:
    """Some planners insist on it; so does the metric's function on being declared."""
    assert main(["export", "bins", "--bins", "2", "--items", "2", "--milestone", "2"]) == 0
    text = capsys.readouterr().out
    assert text.count(":precondition") == text.count("(:action") == 3
    assert "(:reward" not in text
    assert "(:termination" not in text


def test_there_are_only_so_many_milestones(capsys: pytest.CaptureFixture[str]) -> None:
    """Bad numbers and two places for one file are bad usage."""
    bins = ["export", "bins", "--bins", "2", "--items", "2"]
    assert main([*bins, "--milestone", "3"]) == 33
    assert "there are 2" in capsys.readouterr().err
    assert main([*bins, "--milestone", "0"]) == 33
    assert main([*bins, "--out", "x", "--domain-out", "y"]) == 33
    assert main(["export", "grid"]) == 33


@pytest.mark.process
@pytest.mark.parametrize("number", range(4))
def test_an_external_planner_finds_the_milestones(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fast Downward is asked, and what it finds is followed: our own search expands nothing."""
    task, asked = tasks()[number], []
    follow = external.ExternalEngine._ask

    def ask(self: external.ExternalEngine, *arguments: object) -> object:
        asked.append(found := follow(self, *arguments))  # type: ignore[arg-type]
        return found

    monkeypatch.setattr(external.ExternalEngine, "_ask", ask)
    result = ip.plan(task, inner="fast-downward")
    assert result.status is ip.PlanStatus.SUCCESS
    assert result.verified
    assert result.planner == "introspector+fast-downward"
    assert asked
    assert all(asked)
    assert result.expanded == 0
    assert result.notes == (
        f"inner searches: {len(asked)} by fast-downward, 0 by introplan's engine",
    )


def test_what_an_external_planner_says_is_not_believed() -> None:
    """One walks into lava, one makes things up, one says nothing: we plan anyway."""
    task = lake()

    def careless(task: Task, goal: Goal, seconds: float | None) -> Sequence[GroundAction] | None:
        return [ip.parse_action(t, task) for t in ("(walk a b)", "(walk b end)", "(drink)")]

    def liar(task: Task, goal: Goal, seconds: float | None) -> Sequence[GroundAction] | None:
        return [ip.parse_action("(drink)", task)]

    def silent(task: Task, goal: Goal, seconds: float | None) -> Sequence[GroundAction] | None:
        return None

    for search in (careless, liar, silent):
        result = planned_with(task, search)
        assert ip.verify(task, result.plan).valid
        assert list(map(str, result.plan or ())) == [
            "(walk a c)",
            "(walk c d)",
            "(walk d end)",
            "(drink)",
        ]


def test_an_external_planner_that_stops_elsewhere_is_not_believed() -> None:
    """What comes back from a search meets the goal, whoever searched."""
    task = lake()
    goal = goal_of(next(ip.mutations(task)))
    asked: list[Goal] = []

    def liar(task: Task, goal: Goal, seconds: float | None) -> Sequence[GroundAction] | None:
        asked.append(goal)
        return [ip.parse_action("(walk a c)", task)]

    lying = external.ExternalPlanner("liar", liar)
    engine = external.ExternalEngine(PythonEngine(task, Meter()), lying)
    found = engine.search(engine.root, SearchRequest(goal, goal))
    assert asked == [goal]
    assert found.node is not None
    assert engine.meets(found.node, goal)


def planned_with(task: Task, search: external.ExternalSearch) -> ip.PlanResult:
    """What the introspector finds with this external planner."""
    planner = external.ExternalPlanner("other", search)
    return introspector(task, Meter(), planner.engine(PythonEngine))


def test_a_missing_engine_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """And what there is; and how to get the one that most people want."""
    with pytest.raises(ip.UsageError, match="did you mean 'fast-downward'"):
        ip.plan(lake(), inner="fast-downwart")
    assert main(["plan", "bins", "--bins", "2", "--items", "2", "--inner", "nobody"]) == 33
    assert "pip install up-fast-downward" in capsys.readouterr().err
    with pytest.raises(ip.UsageError, match="relational"):
        ip.plan(lake(), planner="greedy", inner="fast-downward")


def test_guests_are_asked_again_only_for_what_is_new() -> None:
    """What a guest could not do once it is not asked again."""
    questions: list[tuple[frozenset[object], Goal]] = []

    def silent(task: Task, goal: Goal, seconds: float | None) -> Sequence[GroundAction] | None:
        questions.append((task.start.facts, goal))
        return None

    planned_with(lake(), silent)
    assert len(set(questions)) == len(questions) > 0
