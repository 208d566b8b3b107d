"""Plans that are proven to be the shortest: least cost, or fewest steps where nothing has a cost.

What they score does not count here; for the best score see `optimal.py`.

The introspector's first share gives a plan to beat where it can. Then A* (Hart, Nilsson and
Raphael 1968; `cheapest.py`) looks for a cheaper way to success until there is none. If limits
strike first, the best plan so far comes back, without the proof.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import Meter
from introplan.mdp import Task
from introplan.planners.answer import Answer, run_strategy
from introplan.planners.cheapest import prove_cheapest
from introplan.planners.introspector import MilestoneSearch
from introplan.planners.largest import pay_once
from introplan.planners.modes import SHORTEST_NEEDS_END
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.search.requests import Engine, OpenEngine

if TYPE_CHECKING:
    from introplan.planners import program_introspector
else:  # reading code takes some fifty modules, which planning on relations does not need
    program_introspector = deferred("introplan.planners.program_introspector")


@singledispatch
def shortest(task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    """The cheapest plan, with a proof; raises UsageError for tasks that cannot be read."""
    raise UsageError(f"the introspector cannot read {type(task).__name__}; other planners can run")


@shortest.register(ProgramTask)
def _(task: ProgramTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    return program_introspector.plan_shortest(task, meter)


@shortest.register(RelationalTask)
def _(task: RelationalTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    if task.has_refunds:
        raise UsageError("shortest needs costs that are not negative; improve does not")
    if not task.can_succeed:
        raise UsageError(SHORTEST_NEEDS_END)
    found = run_strategy(task, meter, _plan, open_engine=open_engine, stage=Method.MILESTONES)
    # A plain goal pays 1 whatever the way to it: there the shortest plan is the best one.
    is_best = found.proved_optimal and task.is_classical and task.discount == 1
    return replace(found, proved_shortest=found.proved_optimal, proved_optimal=is_best)


def _plan(engine: Engine, answer: Answer) -> PlanStatus:
    if engine.task.is_sum_paid_once:
        return pay_once(engine, answer)
    planner = MilestoneSearch(engine, answer)
    status = planner.first_share()
    # A plan, or nothing within the share: A* decides, with the plan's cost as its bound.
    if status not in (PlanStatus.UNSOLVABLE, PlanStatus.HORIZON):
        status = prove_cheapest(engine, answer, planner, has_plan=status is PlanStatus.SUCCESS)
    if status is PlanStatus.UNSOLVABLE and engine.task.is_paid_once:
        answer.node, answer.reason = None, ""
        return pay_once(engine, answer)  # the largest reward of the rows is never paid
    return status
