"""Baselines on tasks: every task is made a black box, and what comes out of it a result."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from introplan.limits import LimitReached, Meter
from introplan.mdp import Episode
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.planners.run import STOPPED, cost_of_plan, why_stopped
from introplan.programs.program import ProgramTask
from introplan.relational.domain import Task
from introplan.search.simulator import RelationalBox

AnyTask: TypeAlias = Task | ProgramTask

Baseline: TypeAlias = Callable[[Search], Conclusion]
"""A planner that sees a black box; what it finds is in the search, also when a limit stops it."""


def run_baseline(task: AnyTask, meter: Meter, baseline: Baseline, *, seed: int = 0) -> PlanResult:
    """Let `baseline` search; whatever stops it, what it has found so far comes back."""
    box: _Box | None = None
    try:
        box = _opened(task, meter)
        search = Search(box.episode, meter, random.Random(seed))
        if box.starts_at_goal:
            search.best.finished = search.root
            conclusion = Conclusion(PlanStatus.SUCCESS)
        else:
            conclusion = baseline(search)
    except LimitReached as limit:
        conclusion = Conclusion(STOPPED[limit.reason], why_stopped(limit))
    except MemoryError:
        conclusion = Conclusion(PlanStatus.OUT_OF_MEMORY, "the system is out of memory")
    node = search.best.node if box is not None else None
    return _result(box, node, conclusion, meter=meter)


@dataclass(frozen=True, slots=True)
class _Box:
    """A task's episode, and what its actions stand for."""

    task: AnyTask
    episode: Episode[Any, Any]
    starts_at_goal: bool
    action: Callable[[Any], Any]


def _opened(task: AnyTask, meter: Meter) -> _Box:
    if isinstance(task, ProgramTask):
        return _Box(task, task.episode(), False, lambda action: action)
    box = RelationalBox(task, meter)
    return _Box(task, box.episode(), box.world.starts_at_goal, box.world.compiled.action)


def _result(
    box: _Box | None, node: Node | None, conclusion: Conclusion, *, meter: Meter
) -> PlanResult:
    status = conclusion.status
    is_answer = status in (PlanStatus.SUCCESS, PlanStatus.HORIZON)
    has_plan = node is not None and (is_answer or node.depth > 0)
    path = node.path() if node is not None and has_plan else []
    plan: tuple[Any, ...] | None = ()
    if box is None or status is PlanStatus.UNSOLVABLE or not (has_plan or is_answer):
        path, plan = [], None
    elif path:
        plan = tuple(box.action(step.action) for step in path)
    score = path[-1].score if path else 0.0
    if box is not None and plan is not None and _is_plain_goal(box.task, status):
        score = 1.0
    return PlanResult(
        plan,
        score,
        status,
        cost=cost_of_plan(box.task, plan) if box is not None and plan else 0.0,
        expanded=meter.expanded,
        generated=meter.generated,
        seconds=meter.seconds,
        milestones=_milestones(box.task, path) if box is not None else (),
        reason=conclusion.reason,
    )


def _is_plain_goal(task: AnyTask, status: PlanStatus) -> bool:
    return isinstance(task, Task) and task.is_classical and status is PlanStatus.SUCCESS


def _milestones(task: AnyTask, path: list[Node]) -> tuple[MilestoneReached, ...]:
    """The steps that paid r_max; where nobody knows it, the most that the plan was paid."""
    rewards = [step.reward for step in path]
    if isinstance(task, Task):
        best = task.r_max if len(set(task.reward.values)) > 1 else None
    else:
        best = task.r_max if task.r_max is not None else max(rewards, default=None)
    return tuple(MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best)
