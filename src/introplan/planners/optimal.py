"""Plans that are proven to be the best: the largest score, then the least cost.

The introspector's first share gives a plan to beat where it can. Then the search for the best
score (`search/score_search.py`) goes on until there is nothing better. Every plan for a plain goal
scores 1, and where a task is to be paid once the shortest plan is the best: there A* (Hart,
Nilsson and Raphael 1968; `cheapest.py`) looks for a cheaper way. If limits strike first, the
best plan so far comes back, with the bound that is proven by then. Where nothing can succeed, or
not within the horizon, the best score with all moves used is the answer.
"""

from __future__ import annotations

from contextlib import suppress
from functools import singledispatch
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import LimitReached, Meter
from introplan.mdp import Task
from introplan.planners.answer import Answer, is_about_score, run_strategy
from introplan.planners.best_score import ScoreSearch
from introplan.planners.cheapest import prove_cheapest
from introplan.planners.discounted import MAX_STATES, is_endless, plan_endless
from introplan.planners.introspector import MilestoneSearch
from introplan.planners.largest import pay_once
from introplan.planners.plan_improvement import shorten
from introplan.planners.result import Method, PlanResult, PlanStatus
from introplan.planners.status import ALL_SEEN
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.search.requests import Engine, OpenEngine

if TYPE_CHECKING:
    from introplan.factored import task as factored
    from introplan.planners import program_introspector, unread
else:  # reading code takes some fifty modules, which planning on relations does not need
    program_introspector = deferred("introplan.planners.program_introspector")
    factored, unread = deferred("introplan.factored.task"), deferred("introplan.planners.unread")


@singledispatch
def optimal(task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    """The best plan, with a proof; raises UsageError for a kind of task that cannot be read."""
    if isinstance(task, factored.FactoredTask):
        return unread.plan_unread(task, meter, needs_proof=True)
    raise UsageError(f"the introspector cannot read {type(task).__name__}; other planners can run")


@optimal.register(ProgramTask)
def _(task: ProgramTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    return program_introspector.plan_program(task, meter, optimal=True)


@optimal.register(RelationalTask)
def _(task: RelationalTask, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    if task.has_refunds:
        raise UsageError("optimal needs costs that are not negative; improve does not")

    return run_strategy(task, meter, _plan, open_engine=open_engine, stage=Method.MILESTONES)


def _plan(engine: Engine, answer: Answer) -> PlanStatus:
    task = engine.task
    if is_endless(task):
        settled = plan_endless(engine, answer, max_states=MAX_STATES)
        if settled is not None:
            return settled
    if task.is_sum_paid_once:
        return pay_once(engine, answer)
    if not task.can_succeed:
        return _best_within_horizon(engine, answer)
    planner = MilestoneSearch(engine, answer)
    status = planner.first_share()
    if status is PlanStatus.UNSOLVABLE:
        return _without_largest(engine, answer)
    # A plan, or nothing within the share: the proof decides, with that plan as the one to beat.
    if status is not PlanStatus.HORIZON:
        has_plan = status is PlanStatus.SUCCESS
        prove = _best if is_about_score(task) else _cheapest
        status = prove(engine, answer, planner, has_plan=has_plan)
    if status is PlanStatus.UNSOLVABLE:
        return _without_largest(engine, answer)
    return _best_within_horizon(engine, answer) if status is PlanStatus.HORIZON else status


def _without_largest(engine: Engine, answer: Answer) -> PlanStatus:
    """Success is out of reach; the largest reward that is paid takes its place where it can."""
    if not engine.task.is_paid_once:
        return PlanStatus.UNSOLVABLE
    answer.node = None
    return pay_once(engine, answer)


def _best(
    engine: Engine, answer: Answer, planner: MilestoneSearch, *, has_plan: bool
) -> PlanStatus:
    """The best score of all plans that succeed, or the proof that there is none."""
    if has_plan:
        shorten(engine, answer)
    else:
        answer.node = None  # the best way so far does not succeed: it is nothing to beat
    search = ScoreSearch(engine, answer, planner.goal_generator.success)
    status = search.prove(needs_success=True)
    answer.found_by = Method.BEST_BOUND  # the proof is this search's, also of an earlier plan
    if status is PlanStatus.UNSOLVABLE:
        answer.reason = ALL_SEEN
    return PlanStatus.HORIZON if status is None else status


def _cheapest(
    engine: Engine, answer: Answer, planner: MilestoneSearch, *, has_plan: bool
) -> PlanStatus:
    """The cheapest way to success, where all plans that succeed are paid the same."""
    status = prove_cheapest(engine, answer, planner, has_plan=has_plan)
    if status is PlanStatus.SUCCESS and engine.task.is_paid_once:
        answer.bound = engine.task.r_max
    return status


def _best_within_horizon(engine: Engine, answer: Answer) -> PlanStatus:
    """The best score with all moves used, where no success lies within the horizon."""
    answer.node = answer.bound = None
    search = ScoreSearch(engine, answer, None)
    with suppress(LimitReached):  # the proof meets the same limit, with a plan to return
        search.raise_score(needs_success=False)
    status = search.prove(needs_success=False)
    answer.found_by = Method.BEST_BOUND
    assert status is not None, "an episode of that length always exists"
    return status
