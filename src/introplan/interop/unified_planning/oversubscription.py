"""Goals that need not all be met, each with a gain: which of them, and how?

A gain is a reward for how things stand at the end. The most that can be had is the sum of all
gains; if no plan pays that, the next largest sum is the reward to aim at, and so on down: the
paper's "finite set of desirable reward values". Sums are listed from the top without building them
all. The first one that can be had, after every larger one was proven to be out of reach, is best.

Proofs can take long. So a plan comes first that is good without a proof: everything at once, if
that is easy, or else one goal after the other, the largest gains first, as far as it is easy.
A goal with a negative gain is one that is wanted false. Score and bound of the results are gains
in the sense of the metric: a goal with a negative gain that is met costs that much.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from introplan.planners.result import PlanResult, PlanStatus
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import And, Formula, Not
from introplan.verification import verify

SIDE_ATTEMPT_NODES = 20_000
"""For an attempt that nothing depends on: what is easy to reach is reached within so many, and the
rest of the time belongs to the search that proves."""

Solve = Callable[[RelationalTask, int | None], PlanResult]
"""Plans a task within what is left of the limits, and within so many nodes."""


@dataclass(frozen=True, slots=True)
class SoftGoal:
    """Something that is worth having at the end; without it the metric counts `unmet`."""

    formula: Formula
    gain: Fraction
    unmet: Fraction = Fraction(0)


def soft_goals_of(gains: Iterable[tuple[Formula, Fraction]]) -> tuple[SoftGoal, ...]:
    """Goals and their gains as things to be had, the largest gain first."""
    soft_goals = [
        SoftGoal(goal, gain) if gain > 0 else SoftGoal(Not(goal), -gain, gain)
        for goal, gain in gains
        if gain
    ]
    return tuple(sorted(soft_goals, key=lambda soft_goal: -soft_goal.gain))


def better_plans(
    task: RelationalTask, soft_goals: Sequence[SoftGoal], solve: Solve, *, to_the_end: bool
) -> Iterator[PlanResult]:
    """Plans of which each gains more than the one before; the last one says what is proven.

    With `to_the_end` it goes on until the best plan is proven to be that, or `solve` runs out of
    time; without, it stops where proofs are not easy.
    """
    # All at once first: where that is easy no set of goals needs to be compared with another.
    found = solve(_with(task, soft_goals), SIDE_ATTEMPT_NODES)
    if found.status is PlanStatus.SUCCESS:
        most = _most(soft_goals, soft_goals)
        yield replace(_valued(task, soft_goals, found), bound=most, proved_optimal=True)
        return
    best = solve(task, None)
    if best.status is PlanStatus.SUCCESS:
        for found in _more_and_more(task, soft_goals, solve, best):
            best = found
            yield best
        best = _proven(task, soft_goals, solve, best, to_the_end=to_the_end)
    yield best


def _more_and_more(
    task: RelationalTask, soft_goals: Sequence[SoftGoal], solve: Solve, best: PlanResult
) -> Iterator[PlanResult]:
    """One soft goal after the other, as far as it is easy."""
    best = _valued(task, soft_goals, best)
    yield best
    kept: list[SoftGoal] = []
    for soft_goal in soft_goals:
        if not _is_met(task, soft_goal, best):
            found = solve(_with(task, [*kept, soft_goal]), SIDE_ATTEMPT_NODES)
            if found.status is not PlanStatus.SUCCESS:
                continue
            found = _valued(task, soft_goals, found)
            if found.score > best.score:
                best = found
                yield best
        kept.append(soft_goal)


def _proven(
    task: RelationalTask,
    soft_goals: Sequence[SoftGoal],
    solve: Solve,
    best: PlanResult,
    *,
    to_the_end: bool,
) -> PlanResult:
    """The best plan, with a proof if there is one within the limits."""
    reached, limit = _gain(task, soft_goals, best), None if to_the_end else SIDE_ATTEMPT_NODES
    for kept in _from_the_top(soft_goals):
        if sum(soft_goal.gain for soft_goal in kept) <= reached:
            break
        found = solve(_with(task, kept), limit)
        if found.status is PlanStatus.SUCCESS:
            best = _valued(task, soft_goals, found)
            break
        if found.status is not PlanStatus.UNSOLVABLE:
            # Every set that gains more is proven to be out of reach, this one is not.
            best = replace(best, bound=_most(soft_goals, kept))
            return replace(best, status=found.status) if to_the_end else best
    return replace(best, bound=best.score, proved_optimal=True)


def _from_the_top(soft_goals: Sequence[SoftGoal]) -> Iterator[list[SoftGoal]]:
    """All sets of soft goals, those that gain most first: by what is given up, the least first."""
    small_first = sorted(soft_goals, key=lambda soft_goal: soft_goal.gain)
    yield list(soft_goals)
    waiting: list[tuple[Fraction, tuple[int, ...]]] = []
    if small_first:
        waiting.append((small_first[0].gain, (0,)))
    while waiting:
        lost, given_up = heapq.heappop(waiting)
        yield [soft_goal for i, soft_goal in enumerate(small_first) if i not in given_up]
        last = given_up[-1]
        if last + 1 < len(small_first):
            # Give up the next goal as well, or instead of the last one: every set comes up exactly
            # once, and none before one that gives up less. The 2^n sets are never listed
            # beforehand.
            more = lost + small_first[last + 1].gain
            heapq.heappush(waiting, (more, (*given_up, last + 1)))
            heapq.heappush(waiting, (more - small_first[last].gain, (*given_up[:-1], last + 1)))


def _with(task: RelationalTask, soft_goals: Sequence[SoftGoal]) -> RelationalTask:
    """The task with these soft goals among its goals."""
    assert task.goal is not None
    return replace(task, goal=And((task.goal, *(soft_goal.formula for soft_goal in soft_goals))))


def _valued(task: RelationalTask, soft_goals: Sequence[SoftGoal], found: PlanResult) -> PlanResult:
    """The plan with its gain as the score, and the sum of all gains as its bound."""
    score = float(_gain(task, soft_goals, found) + _unmet(soft_goals))
    most = _most(soft_goals, soft_goals)
    return replace(found, score=score, bound=most, proved_optimal=False)


def _most(soft_goals: Sequence[SoftGoal], kept: Iterable[SoftGoal]) -> float:
    """What the metric counts where these goals are met and no others."""
    gains = sum((soft_goal.gain for soft_goal in kept), Fraction(0))
    return float(gains + _unmet(soft_goals))


def _unmet(soft_goals: Iterable[SoftGoal]) -> Fraction:
    return sum((soft_goal.unmet for soft_goal in soft_goals), Fraction(0))


def _gain(task: RelationalTask, soft_goals: Sequence[SoftGoal], found: PlanResult) -> Fraction:
    return sum(
        (soft_goal.gain for soft_goal in soft_goals if _is_met(task, soft_goal, found)),
        Fraction(0),
    )


def _is_met(task: RelationalTask, soft_goal: SoftGoal, found: PlanResult) -> bool:
    """Does the soft goal hold where the plan ends? The judge of plans is asked."""
    # Not read off the planner: a gain is a promise to the caller, so it is checked independently.
    return verify(replace(task, goal=soft_goal.formula), found.plan).valid
