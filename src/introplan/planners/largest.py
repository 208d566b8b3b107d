"""To be paid once: the largest reward of any step, and the cheapest way to it.

Rows say what the largest reward is, and sums what it is at most. Where no step pays that much, the
search of the engine that goes by single rewards (`pays_once` in `search/score_search.py`) finds
what is paid most; an empty open list is the proof.
"""

from __future__ import annotations

from introplan.limits import LimitReached, StopReason
from introplan.mdp import cost_of_plan
from introplan.planners.answer import Answer
from introplan.planners.best_score import LIMITED_CHILDREN, PROOFS
from introplan.planners.plan_improvement import replace_plan
from introplan.planners.result import Method, PlanStatus
from introplan.planners.status import NO_ACTION
from introplan.search.requests import Engine, ScoreRequest
from introplan.search.score_bound import score_bound


def pay_once(engine: Engine, answer: Answer, *, max_generated: int | None = None) -> PlanStatus:
    """The largest reward that any step pays, and the cheapest way to it, with the proof.

    The plan of the answer, if it has one, is the one to beat. After `max_generated` children the
    best one so far is the answer, without a proof. Raises `LimitReached`.
    """
    node, task = answer.node, engine.task
    request = ScoreRequest(
        score_bound(task),
        needs_success=False,
        above=None if node is None else node.reward,
        below=None if node is None else cost_of_plan(task, engine.plan_to(node)),
        counts_cost=not task.has_refunds,
        pays_once=True,
        max_generated=max_generated,
    )
    answer.stage = Method.BEST_BOUND
    found = engine.best_score(engine.root, request)
    if found.node is not None:
        replace_plan(engine, answer, found.node)
    answer.bound = found.bound
    if found.reason not in (*PROOFS, StopReason.EFFORT):
        raise LimitReached(found.reason)
    if answer.node is None:
        answer.bound, answer.reason = None, NO_ACTION
        return PlanStatus.UNSOLVABLE
    answer.is_optimal = found.reason in PROOFS and not task.has_refunds
    answer.largest = answer.node.reward
    return PlanStatus.SUCCESS


def pay_largest(engine: Engine, answer: Answer, status: PlanStatus) -> PlanStatus:
    """Be paid the largest reward that is found, where the one aimed for is out of reach.

    What was paid most on the way of the answer is the reward to beat.
    """
    if status is PlanStatus.SUCCESS:
        answer.bound = engine.task.r_max
    if status is not PlanStatus.UNSOLVABLE:
        return status
    path = [] if answer.node is None else engine.path(answer.node)
    answer.node, answer.reason = max(path, key=lambda node: node.reward, default=None), ""
    # That rows pay the largest reward nowhere took a look at everything, and so may this.
    is_limited = engine.task.is_sum_paid_once
    return pay_once(engine, answer, max_generated=LIMITED_CHILDREN if is_limited else None)
