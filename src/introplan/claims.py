"""What planners claim, held against a replay: how the episode ended, score, bound, loops.

Each function gives words for what disagrees, or nothing; `checking.py` decides what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.mdp import (
    MAX_EXACT_FLOAT,
    NotAllowedError,
    Status,
    Task,
    Verdict,
    Wanted,
    attempt,
    total,
)
from introplan.planners.loops import Loop
from introplan.planners.result import PlanResult, PlanStatus
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask

if TYPE_CHECKING:
    from introplan.relational import domain
else:  # worlds in Python need none of the language of relations
    domain = deferred("introplan.relational.domain")


def is_paid_once(task: Task) -> bool:
    """Is the largest reward the aim, since nothing ends the episode?"""
    if not isinstance(task, ProgramTask) and isinstance(task, domain.RelationalTask):
        return task.is_paid_once
    return task.wanted is Wanted.BEST_REWARD


def disagreement(task: Task, result: PlanResult, verdict: Verdict) -> str:
    """What the replay says against the planner's claims; empty if nothing."""
    is_same_score = _is_same_score(result.score, verdict, task.discount)
    if not is_same_score or not _is_same_end(result.status, verdict):
        found = f"score {verdict.score:g} instead of {result.score:g}"
        return f"{found}{'; ' * bool(verdict.reason)}{verdict.reason}"
    if not _has_stopped(task, result, verdict):
        return "an episode that could go on"
    bound = result.bound
    # A program with a known r_max is one that is paid once: there the bound is that of a reward.
    is_once = is_paid_once(task) or (isinstance(task, ProgramTask) and task.r_max is not None)
    if bound is None or is_once:
        return ""
    slack = 1e-9 * max(1.0, sum(map(abs, verdict.rewards)))
    if bound < result.score - slack:
        return f"score {verdict.score:g}, above the bound {bound:g}"
    if result.proved_optimal and bound > result.score + slack:
        return f"score {verdict.score:g}, below the bound {bound:g}, and not the best"
    return ""


def otherwise_in_one_go(task: Task, result: PlanResult, verdict: Verdict) -> str:
    """What a plan gives with one environment from start to end; empty if that is the same."""
    rehearsal = task.program.analyses.get("rehearsal") if isinstance(task, ProgramTask) else None
    answers = None if rehearsal is None else rehearsal.answers(task.start, result.plan or ())
    if answers is None:
        return ""
    is_last = rehearsal is not None and len(verdict.rewards) == rehearsal.moves
    over = verdict.status is not Status.CONTINUE or is_last
    wanted = [(reward, False) for reward in verdict.rewards]
    wanted[-1:] = [(reward, over) for reward, _ in wanted[-1:]]
    pairs = enumerate(zip(answers, wanted, strict=False), 1)
    wrong = next((step for step, (one, other) in pairs if one != other), len(answers) + 1)
    return f"another reward or end at step {wrong}" if answers != wanted else ""


def _is_same_end(status: PlanStatus, verdict: Verdict) -> bool:
    """Did the episode end as the planner says? What a limit cut off may have ended or not."""
    match status:
        case PlanStatus.SUCCESS:
            return verdict.valid and verdict.status is Status.SUCCESS
        case PlanStatus.ENDED:  # over, or nothing can be done any more
            return verdict.valid and verdict.status in (Status.OVER, Status.CONTINUE)
        case PlanStatus.HORIZON:
            return verdict.status is Status.CONTINUE or verdict.status is Status.OVER
        case _:
            return verdict.status is not None and verdict.status is not Status.FAILURE


def _has_stopped(task: Task, result: PlanResult, verdict: Verdict) -> bool:
    """Where an episode has not ended by its status: can nothing be done, or is no move left?"""
    if verdict.status is not Status.CONTINUE or result.plan is None:
        return True
    if result.status is PlanStatus.HORIZON:
        # Only where the score is all that counts must all moves be used.
        is_for_score = isinstance(task, ProgramTask) and task.wanted is Wanted.SCORE
        is_free = task.horizon is None or not is_for_score
        return is_free or len(result.plan) == task.horizon or _is_stuck(task, result.plan)
    return result.status is not PlanStatus.ENDED or _is_stuck(task, result.plan)


def _is_stuck(task: Task, plan: Sequence[Any]) -> bool:
    """Can nothing be done after `plan` but what fails?"""
    state = _states_along(task, task.start, plan)[0]
    outcomes = (attempt(task, state, action) for action in task.actions(state))
    return all(found is None or found.status is Status.FAILURE for found in outcomes)


def _states_along(task: Task, state: Any, actions: Sequence[Any]) -> tuple[Any, list[float]]:
    """Where actions lead, and what they pay."""
    rewards = []
    for action in actions:
        outcome = task.step(state, action)
        if outcome.status is not Status.CONTINUE:
            raise NotAllowedError(f"the episode ends with {outcome.status}")
        state = outcome.state
        rewards.append(outcome.reward)
    return state, rewards


def wrong_loop(task: Task, loop: Loop | None) -> str:
    """What going round a loop that is said to pay shows against that; empty if nothing."""
    if loop is None:
        return ""
    try:
        before, _ = _states_along(task, task.start, loop.way)
        after, rewards = _states_along(task, before, loop.actions)
    except NotAllowedError as error:
        return f"no loop: {error}"
    is_same = kept(after) == kept(before) if task.runs_user_code else after == before
    if is_same and rewards and total(rewards) > 0:
        return ""
    return f"no loop that pays: another state, or {total(rewards):g} paid"


def _is_same_score(score: float, verdict: Verdict, discount: float) -> bool:
    """Do planner and judge agree? Whole numbers must be equal where both can be exact."""
    size = sum(map(abs, verdict.rewards))
    is_whole = discount == 1 and all(float(reward).is_integer() for reward in set(verdict.rewards))
    is_exact = is_whole and (size <= MAX_EXACT_FLOAT or type(score) is int)
    return abs(verdict.score - score) <= (0 if is_exact else 1e-9 * size)
