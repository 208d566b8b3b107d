"""Plans of the benchmarks hold before a judge that is not ours: exported, read and replayed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from unified_planning.io import PDDLReader

import introplan as ip
from interop.corruption import corrupted
from interop.foreign_problems import is_valid
from introplan.interop.classical.export import export, printed
from introplan.interop.classical.milestone import ClassicalTask
from introplan.pddl import parse_action, print_plan
from peers.classical import classical_task
from peers.instances import QUICK, Instance, bins, blocks_world, drawers
from peers.optimality_cases import SMALL, priced
from peers.roads import roads

EXAMPLES = Path(__file__).parents[3] / "examples"
LARGER = (*blocks_world(50), *drawers((3, 50)), *bins("bins", (10, 40)))
WRONG_ONES, WRONG_LONG_ONES = 8, 1
LONG = 12
Recorder = Callable[[str, object], None]


@dataclass(frozen=True, slots=True)
class Exported:
    """A task without a reward, as we see it and as unified-planning read it."""

    ours: ip.Task
    theirs: Any
    reader: Any

    def foreign_plan(self, plan: tuple[Any, ...]) -> Any:
        """A plan of ours, read by unified-planning from its file."""
        text = print_plan(plan, len(plan), unit_cost=True)
        return self.reader.parse_plan_string(self.theirs, text)

    def own_plan(self, plan: Any) -> tuple[Any, ...]:
        """A plan of unified-planning, read by us."""
        steps = ((s.action.name, *map(str, s.actual_parameters)) for s in plan.actions)
        return tuple(parse_action(f"({' '.join(words)})", self.ours) for words in steps)


def exported(task: ip.Task) -> Exported:
    """A classical task, written to files and read by unified-planning."""
    domain, problem = printed(ClassicalTask(task), [])
    reader = PDDLReader()
    return Exported(task, reader.parse_problem_string(domain, problem), reader)


def benchmark_tasks() -> Iterator[ip.Task]:
    """What the benchmarks plan: shipped domains small and large, with prices, and toll roads."""
    for instance in (*SMALL[1::3], *QUICK, *LARGER):
        yield instance.task()
    for instance in SMALL[::4]:
        yield priced(replace(instance, seed=2).task(), random.Random(instance.name))
    yield from map(roads, range(5))
    yield ip.read(EXAMPLES / "light.pddl", EXAMPLES / "light-3.pddl")


def planned(task: ip.Task) -> tuple[Any, ...] | None:
    """Our plan for the whole task, which was found by its reward."""
    result = ip.plan(task, limits=ip.Limits(seconds=60))
    assert result.status in ("success", "unsolvable")
    return result.plan


def test_benchmark_plans_are_accepted_and_corrupted_ones_judged_alike(
    record_property: Recorder,
) -> None:
    """Every plan holds for unified-planning's validator; spoilt, it holds for both or neither."""
    rng, plans, wrong_ones, valid = random.Random(1), 0, 0, 0
    for task in benchmark_tasks():
        plan, case = planned(task), exported(classical_task(task))
        if plan is None:
            continue
        foreign = case.foreign_plan(plan)
        assert is_valid(case.theirs, foreign), task.name
        plans += 1
        for _ in range(WRONG_ONES if len(plan) <= LONG else WRONG_LONG_ONES):
            wrong = corrupted(foreign, case.theirs, rng)
            ours = ip.verify(case.ours, case.own_plan(wrong)).valid
            assert ours == is_valid(case.theirs, wrong), (task.name, wrong)
            wrong_ones, valid = wrong_ones + 1, valid + ours
    assert plans > 20
    assert 0 < valid < wrong_ones / 2
    record_property("plans", plans)
    record_property("corrupted", wrong_ones)
    record_property("disagreements", 0)


@pytest.mark.parametrize("instance", SMALL[2::5], ids=lambda instance: instance.name)
def test_milestones_as_they_are_exported_are_reached(
    instance: Instance, record_property: Recorder
) -> None:
    """What `introplan export` writes, planned from its own files: their judge accepts the plan."""
    plans = 0
    for number in range(1, 1 + min(3, sum(1 for _ in ip.mutations(instance.task(), limit=3)))):
        found = export(instance.task(), number)
        task = ip.parse_problem(ip.parse_domain(found.domain), found.problem)
        reader = PDDLReader()
        case = Exported(task, reader.parse_problem_string(found.domain, found.problem), reader)
        plan = planned(task)
        assert plan is not None
        assert is_valid(case.theirs, case.foreign_plan(plan))
        plans += 1
    record_property("plans", plans)
