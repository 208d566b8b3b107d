"""An answer held against the whole truth: what is wrong with it, if anything.

The truth comes from exhaustive search (`oracle.py`), and plans are replayed by the definition
(`replay.py`): neither shares anything with the planners, nor with the verification that users get.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import introplan as ip
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from oracle import Facts, Truth, oracle
from reliability.contestants import CONTESTANTS, Contestant, Promise
from reliability.shrinking import as_test, shrunk
from replay import Step, after, allows
from score_truth import LOOP, best

TWINS = tuple(
    (python, native)
    for native in CONTESTANTS
    for python in CONTESTANTS
    if native.engine == "native" and python == replace(native, engine="python")
    if native.improve is None
)
"""Those that differ in their engine alone; with a clock they need not agree."""

LIMITS = ("out-of-nodes", "out-of-time", "out-of-memory")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What is wrong with what a contestant says of the task of a seed."""

    seed: int
    contestant: Contestant
    complaint: str

    def __str__(self) -> str:
        return f"random_task({self.seed}) by {self.contestant.name}: {self.complaint}"


def disagreements(truth: Truth, seed: int) -> Iterator[Disagreement]:
    """Everything wrong with what the contestants that take part say of the task of this number."""
    answers: dict[Contestant, ip.PlanResult] = {}
    for contestant in CONTESTANTS:
        if seed % contestant.every == 0:
            try:
                answers[contestant] = contestant.answer(truth.task, seed=seed)
            except Exception as error:
                yield Disagreement(seed, contestant, f"raises {error!r}")
                continue
            for complaint in complaints(truth, answers[contestant], contestant):
                yield Disagreement(seed, contestant, complaint)
    for python, native in TWINS:
        if python in answers and native in answers:
            for complaint in differences(answers[python], answers[native]):
                yield Disagreement(seed, native, complaint)


def disagreement(task: ip.Task, contestant: Contestant, *, seed: int = 0) -> str | None:
    """The first thing that is wrong with what a contestant says of a task; None if all is well."""
    others = [python for python, native in TWINS if native == contestant]
    try:
        answer = contestant.answer(task, seed=seed)
        found = list(complaints(oracle(task), answer, contestant))
        for other in others:
            found += differences(other.answer(task, seed=seed), answer)
    except Exception as error:
        return f"raises {error!r}"
    return next(iter(found), None)


def report(truth: Truth, found: Disagreement) -> str:
    """What is wrong, and the smallest task with which it still is, as a test to paste."""
    seed, contestant = found.seed, found.contestant
    small = shrunk(truth.task, lambda task: disagreement(task, contestant, seed=seed) is not None)
    name = repr(contestant.name)
    call = f"disagreement(task, contestant_named({name}), seed={seed}) is None"
    return f"{found}\n{as_test(small, call)}"


def complaints(truth: Truth, answer: ip.PlanResult, contestant: Contestant) -> Iterator[str]:
    """What is wrong with an answer, in words."""
    if complaint := _wrong_status(truth, answer, contestant.promise):
        yield complaint
    elif answer.status == "unsolvable" and not answer.verified:
        yield "there is no proof that it is unsolvable"
    elif answer.plan is not None:
        yield from _wrong_plan(truth, answer)
        if contestant.promise is not Promise.HONEST and contestant.share is None:
            yield from _wrong_worth(truth, answer, contestant.promise)


def expected_status(truth: Truth) -> str:
    """The status that every complete planner must come back with."""
    if truth.solvable:
        return "success"
    if not truth.task.can_succeed or truth.horizon_cut:
        return "horizon"
    return "unsolvable"


def _wrong_status(truth: Truth, answer: ip.PlanResult, promise: Promise) -> str | None:
    expected = expected_status(truth)
    status = str(answer.status)
    if promise is Promise.HONEST and status != expected:
        gave_up = "incomplete" if truth.task.can_succeed else "horizon"
        is_proven = status == "unsolvable" and truth.is_unsolvable
        is_honest = is_proven or status in (*LIMITS, gave_up)
        return None if is_honest else f"says {status}, and the truth is {expected}"
    if status != expected and not (status == "unsolvable" and truth.is_unsolvable):
        return f"says {status} instead of {expected}"
    if (answer.plan is None) != (status == "unsolvable"):
        return f"says {status} and gives {'no' if answer.plan is None else 'a'} plan"
    return None


def _wrong_plan(truth: Truth, answer: ip.PlanResult) -> Iterator[str]:
    """Does the plan run, end as is said, and is it paid what is said?"""
    steps: list[Step] = []
    facts = truth.task.start.facts
    for action in answer.plan or ():
        ended = bool(steps) and steps[-1].status is not Status.CONTINUE
        step = None if ended else _taken(truth, facts, action)
        if step is None:
            yield f"step {len(steps) + 1}, {action}, cannot be taken"
            return
        steps.append(step)
        facts = step.facts
    if truth.task.horizon is not None and len(steps) > truth.task.horizon:
        yield f"{len(steps)} steps are more than the horizon allows"
    succeeds = truth.task.starts_at_goal
    if steps:
        is_largest = truth.largest is not None and steps[-1].reward == truth.largest
        succeeds = is_largest or steps[-1].status is Status.SUCCESS
    if answer.status == "success" and not succeeds:
        yield "the plan does not end with success"
    if steps and steps[-1].status is Status.FAILURE:
        yield "the plan ends with failure"
    if not answer.verified:
        yield "the plan was not verified"
    yield from _wrong_rewards(truth, answer, steps)


def _taken(truth: Truth, facts: Facts, action: GroundAction) -> Step | None:
    """What an action leads to, if it can be taken; worked out once for all contestants."""
    if (facts, action) not in truth.taken:
        is_allowed = allows(truth.task, facts, action)
        truth.taken[facts, action] = after(truth.task, facts, action) if is_allowed else None
    return truth.taken[facts, action]


def _wrong_rewards(truth: Truth, answer: ip.PlanResult, steps: list[Step]) -> Iterator[str]:
    paid = 1.0 if truth.task.starts_at_goal else math.fsum(step.reward for step in steps)
    if not math.isclose(answer.score, paid, abs_tol=1e-9):
        yield f"the score is {paid:g}, not {answer.score:g}"
    for milestone in answer.milestones:
        if not 0 <= milestone.step <= len(steps):
            yield f"there is no step {milestone.step} for a milestone"
        elif milestone.step and milestone.reward != steps[milestone.step - 1].reward:
            yield f"the milestone of step {milestone.step} does not pay {milestone.reward:g}"


def _wrong_worth(truth: Truth, answer: ip.PlanResult, promise: Promise) -> Iterator[str]:
    """Is the plan as good as the contestant promises?"""
    task = truth.task
    if promise is Promise.CHEAPEST:
        yield from _wrong_proof(truth, answer)
    elif not task.can_succeed:
        yield from _wrong_amount("the best score", truth.best_score, answer.score)
    elif answer.status == "success" and promise is Promise.BEST:
        if task.horizon is not None:
            yield from _wrong_amount("the best score", truth.best_success_score, answer.score)
        elif len(set(task.reward.values)) == 1 and len(answer.plan or ()) != truth.steps:
            yield f"{truth.steps} steps would do"


def _wrong_proof(truth: Truth, answer: ip.PlanResult) -> Iterator[str]:
    """Is the best score found, at the least cost, and proven?"""
    task = truth.task
    if task.is_classical or task.is_paid_once:
        if answer.status == "success":
            yield from _wrong_amount("the least cost", truth.least_cost, answer.cost)
        is_open = False
    else:
        known = best(task)
        if known is None:  # too many states beyond the horizon
            return
        is_open = known.score == LOOP
        if not is_open:
            yield from _wrong_amount("the best score", known.score, answer.score)
            yield from _wrong_amount("the least cost of it", known.cost, answer.cost)
    if answer.proved_optimal == is_open:
        yield "a loop pays without end" if is_open else "nothing was proven"


def _wrong_amount(what: str, truth: float | None, said: float) -> Iterator[str]:
    if truth is None or not math.isclose(truth, said, abs_tol=1e-9):
        yield f"{what} is {truth}, not {said:g}"


def differences(left: ip.PlanResult, right: ip.PlanResult) -> Iterator[str]:
    """What two engines disagree on: they do the same things in the same order."""
    for name in ("status", "plan", "score", "cost", "milestones", "expanded", "generated"):
        ours, theirs = getattr(left, name), getattr(right, name)
        if ours != theirs:
            yield f"the engines disagree on {name}: {ours} and {theirs}"
