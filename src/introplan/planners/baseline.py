"""Baselines on tasks of every kind: a task is made a black box, what comes out of it a result."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from introplan.limits import LimitReached, Meter
from introplan.mdp import Task, cost_of_plan, total
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.result import Method, MilestoneReached, PlanResult, PlanStatus
from introplan.planners.status import NO_MEMORY, STOPPED
from introplan.search.simulator import episode_of

Baseline: TypeAlias = Callable[[Search], Conclusion]
"""A planner that sees a black box; what it finds is in the search, also when a limit stops it."""


def run_baseline(
    task: Task, meter: Meter, baseline: Baseline, *, method: Method, seed: int = 0
) -> PlanResult:
    """Let `baseline` search; what it has found comes back, also when a limit stops it."""
    search: Search | None = None
    try:
        search = Search(episode_of(task, meter), meter, random.Random(seed))
        if search.episode.starts_at_goal:
            search.best.finished, method = search.root, Method.AT_START
            conclusion = Conclusion(PlanStatus.SUCCESS)
        else:
            conclusion = baseline(search)
    except LimitReached as limit:
        conclusion = Conclusion(STOPPED[limit.reason], str(limit))
    except MemoryError:
        conclusion = Conclusion(PlanStatus.OUT_OF_MEMORY, NO_MEMORY)
    return _result(task, search, conclusion, method=method, meter=meter)


def _result(
    task: Task, search: Search | None, conclusion: Conclusion, *, method: Method, meter: Meter
) -> PlanResult:
    path = None if search is None else _answer(search.best.node, conclusion.status)
    plan: tuple[Any, ...] | None = None
    score = cost = 0.0
    if search is not None and path is not None:
        plan = tuple(search.episode.decode_action(step.action) for step in path)
        # A goal that holds at the start pays 1 although no step was taken to be paid for.
        score = path[-1].score if path else float(search.episode.starts_at_goal)
        if path and task.discount != 1:  # rounded step by step, as the judge adds up
            score = total((step.reward for step in path), task.discount)
        cost = cost_of_plan(task, plan)
    return PlanResult(
        plan,
        score,
        conclusion.status,
        cost=cost,
        expanded=meter.expanded,
        generated=meter.generated,
        seconds=meter.seconds,
        milestones=_milestones(task, path or []),
        reason=conclusion.reason,
        proved_optimal=conclusion.is_best and plan is not None and not task.has_action_costs,
        method=method,
        bound=conclusion.bound,
        notes=conclusion.notes,
        loop=conclusion.loop,
    )


def _answer(node: Node | None, status: PlanStatus) -> list[Node] | None:
    """The steps of the plan; None where there is none, or only an empty one that is no answer."""
    if status is PlanStatus.UNSOLVABLE:
        return None
    if status in (PlanStatus.SUCCESS, PlanStatus.ENDED, PlanStatus.HORIZON):
        return [] if node is None else node.path()
    return node.path() if node is not None and node.depth > 0 else None


def _milestones(task: Task, path: list[Node]) -> tuple[MilestoneReached, ...]:
    """The steps that paid the reward of milestones."""
    rewards = [step.reward for step in path]
    best = task.milestone_reward(rewards)
    return tuple(MilestoneReached(n, r) for n, r in enumerate(rewards, 1) if r == best)
