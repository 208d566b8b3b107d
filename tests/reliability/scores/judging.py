"""What a planner answers, held against the truth about a world."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import introplan as ip
from reliability.scores.cases import Case
from reliability.scores.graph import End, Graph, Number
from reliability.scores.relational_worlds import RelationalWorld
from reliability.scores.truth import Truth

BASELINES = ("greedy", "beam[5]", "random[8]", "mcts[8]", "mcts-u[8]", "value-iteration")
PLANS = ("success", "ended", "horizon")
"""Statuses that come with an episode that counts; with others a plan is what was found so far."""

PRECISION = 1e-9
IMPROVED_EVERY, IMPROVE_SECONDS = 25, 0.05
"""Anytime planning takes all of its time: 200 worlds of 5,000 are 10 s."""


def complaints(found: Case, seed: int) -> Iterator[str]:
    """Everything wrong with what planners say of a world, in words."""
    try:
        task = found.task()
    except Exception as error:
        yield f"reading raises {error!r}"
        return
    baseline = BASELINES[seed // 2 % len(BASELINES)]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("optimal", {"optimal": True}),
        ("default", {}),
        ("shortest", {"shortest": True}),
        (baseline, {"planner": baseline, "seed": seed}),
    ]
    if seed % IMPROVED_EVERY == 0:
        asked.append(("improve", {"improve": IMPROVE_SECONDS}))
    # The engines go the same way; now and then the plain one is asked.
    engine = "python" if seed % 8 == 0 else None
    for mode, options in asked:
        try:
            answer = ip.plan(task, engine=engine, **options)
        except ip.UsageError as error:
            if mode != "shortest" or not _may_refuse_shortest(found.truth):
                yield f"{mode}: refuses: {error}"
            continue
        except Exception as error:
            yield f"{mode}: raises {error!r}"
            continue
        yield from (f"{mode}: {words}" for words in judged(found, task, answer, mode))


def _may_refuse_shortest(known: Truth) -> bool:
    """Only where nothing is named success, and no end can be reached in time."""
    return known.aim != "success" and (known.aim == "reward" or known.cheapest is None)


def judged(found: Case, task: Any, answer: Any, mode: str) -> Iterator[str]:
    """What is wrong with one answer."""
    run = replayed(found.graph, [_text(found, action) for action in answer.plan or ()])
    if run is None:
        yield f"the plan {answer.plan} cannot be taken"
        return
    wrong = list(_wrong_status(found, answer, run, mode))
    yield from wrong
    # A best effort within the horizon is no plan where success is named.
    is_plan = found.truth.aim != "success" or str(answer.status) == "success"
    yield from _wrong_replay(task, answer, run, is_plan=is_plan)
    yield from _wrong_bound(found.truth, answer, run)
    if not wrong and answer.plan is not None and str(answer.status) in PLANS:
        if mode == "shortest":
            yield from _wrong_shortest(found.truth, answer)
        else:
            yield from _wrong_score(found.truth, answer, run, mode)


@dataclass(frozen=True, slots=True)
class Run:
    """A plan, replayed."""

    score: Number
    size: float
    """The sum of the sizes of all rewards: rounding errors are a share of it."""

    cost: int
    length: int
    end: End
    is_stuck: bool
    largest: Number

    @property
    def tolerance(self) -> float:
        """How far a score may be from this one."""
        return PRECISION * max(1.0, self.size)


def replayed(graph: Graph, actions: Sequence[str]) -> Run | None:
    """What a plan comes to; None if a step cannot be taken."""
    state, size, cost, end = 0, 0.0, 0, End.CONTINUE
    score: Number = 0
    weight: Number = 1
    largest: Number = -math.inf
    if graph.starts_at_goal and not actions:
        return Run(1, 1.0, 0, 0, End.SUCCESS, False, 1)
    for action in actions:
        edges = [] if end is not End.CONTINUE else graph.edges[state]
        edge = next((edge for edge in edges if edge.action == action), None)
        if edge is None:
            return None
        # Thousands of steps of a discounted loop: exact fractions would grow with each.
        score += weight * edge.reward if len(actions) < 50 else float(weight) * float(edge.reward)
        size += abs(float(edge.reward))
        cost += edge.cost
        weight = weight * graph.discount if len(actions) < 50 else float(weight * graph.discount)
        largest = max(largest, edge.reward)
        state, end = edge.target, edge.end
    is_stuck = end is End.CONTINUE and not graph.edges[state]
    return Run(score, size, cost, len(actions), end, is_stuck, largest)


def _text(found: Case, action: Any) -> str:
    return str(action) if isinstance(found.world, RelationalWorld) else repr(action)


def _wrong_status(found: Case, answer: Any, run: Run, mode: str) -> Iterator[str]:
    said, known, graph = str(answer.status), found.truth, found.graph
    has_plan = answer.plan is not None
    if said == "unsolvable":
        if has_plan or not _is_unsolvable(known):
            yield "says unsolvable" + (" and gives a plan" if has_plan else "")
        return
    if said not in PLANS:
        if mode not in BASELINES:
            yield f"says {said} ({answer.reason})"
        return
    if not has_plan:
        yield f"says {said} without a plan"
    elif known.aim == "success":
        yield from _wrong_success(known, graph, said, run, mode)
    elif known.aim == "reward":
        yield from _wrong_aim(known, said, run, mode)
    elif mode != "shortest":
        yield from _wrong_episode(graph, said, run)
        is_best = not known.goes_on and known.best != math.inf and graph.horizon is None
        if said == "horizon" and is_best and mode not in BASELINES:
            yield "goes on, and an end is better"


def _wrong_aim(known: Truth, said: str, run: Run, mode: str) -> Iterator[str]:
    """The largest reward must have been paid."""
    # A black box does not show that nothing ends, nor what is paid at most.
    may_give_up = (mode in BASELINES and said != "success") or known.best == -math.inf
    is_paid = mode == "shortest" or run.largest >= known.best
    if not may_give_up and not (said == "success" and is_paid):
        yield f"says {said} and is paid {run.largest}, the largest reward is {known.best}"


def _is_unsolvable(known: Truth) -> bool:
    """Is there no plan at all, however many moves there are? Then "unsolvable" says more."""
    return not known.can_succeed and known.aim != "score"


def _wrong_success(known: Truth, graph: Graph, said: str, run: Run, mode: str) -> Iterator[str]:
    if said == "success":
        if run.end is not End.SUCCESS:
            yield "says success, and the plan does not end so"
    elif said == "ended" or graph.horizon is None:
        yield f"says {said}, and success is named"
    elif mode not in BASELINES and known.succeeds:
        yield f"says {said}, and success can be reached in time"
    elif mode != "shortest":
        yield from _wrong_length(graph, run)


def _wrong_length(graph: Graph, run: Run) -> Iterator[str]:
    """With a horizon an episode uses all moves, unless it ends or is stuck."""
    if run.end is End.CONTINUE and not run.is_stuck and run.length != graph.horizon:
        yield f"stops after {run.length} of {graph.horizon} moves"


def _wrong_episode(graph: Graph, said: str, run: Run) -> Iterator[str]:
    """The status of an episode that is about its score."""
    expected = {End.OVER: "ended", End.SUCCESS: "success"}.get(run.end)
    if expected is None:
        expected = "ended" if run.is_stuck and graph.horizon is None else "horizon"
    if said != expected:
        yield f"says {said}, and it is {expected}"
    if graph.horizon is not None:
        yield from _wrong_length(graph, run)


def _wrong_replay(task: Any, answer: Any, run: Run, *, is_plan: bool) -> Iterator[str]:
    if answer.plan is None:
        return
    if not math.isclose(answer.score, run.score, abs_tol=run.tolerance):
        yield f"says score {answer.score}, the plan scores {float(run.score)}"
    if answer.cost != run.cost:
        yield f"says cost {answer.cost}, the plan costs {run.cost}"
    if not answer.verified:
        yield "the plan was not verified"
    verdict = ip.verify(task, answer.plan)
    if verdict.score != answer.score:
        yield f"verify says score {verdict.score}, plan {answer.score}"
    if is_plan and str(answer.status) in PLANS and not verdict.valid:
        yield f"says {answer.status}, and verify says: {verdict.reason}"


def _wrong_bound(known: Truth, answer: Any, run: Run) -> Iterator[str]:
    """Does a plan score more than the bound says?"""
    if answer.bound is not None and math.isnan(answer.bound):
        yield "the bound is not a number"
    elif answer.bound is not None and answer.bound < float(known.low) - run.tolerance:
        yield f"says bound {answer.bound}, the best is {float(known.best)}"
    elif answer.bound == math.inf and known.best != math.inf:
        yield "says that a loop pays for ever, and none does"


def _wrong_shortest(known: Truth, answer: Any) -> Iterator[str]:
    if known.cheapest is None:
        if answer.proved_shortest:
            yield "proves something to be shortest, and no plan ends"
    elif answer.cost != known.cheapest or not answer.proved_shortest:
        proof = "proven" if answer.proved_shortest else "not proven"
        yield f"costs {answer.cost} ({proof}), {known.cheapest} would do"


def _wrong_score(known: Truth, answer: Any, run: Run, mode: str) -> Iterator[str]:
    if known.aim == "reward":
        if str(answer.status) == "success":
            yield from _wrong_reward(known, answer, mode)
        return
    if known.best == math.inf:
        yield from _wrong_loop(answer, mode)
        return
    # A discounted episode that goes on is cut where what is left hardly counts.
    slack = 10 * run.tolerance if known.goes_on else run.tolerance
    if run.score > known.best + slack:
        yield f"scores {float(run.score)}, more than the best, {float(known.best)}"
    is_best = run.score >= known.low - slack
    if answer.proved_optimal and not is_best:
        yield f"proves score {float(run.score)}, the best is {float(known.best)}"
    if mode == "optimal" and known.is_attained:
        yield from _wrong_proof(known, answer, run, is_best=is_best)
    if answer.proved_optimal and known.least_cost not in (None, run.cost) and is_best:
        yield f"proves cost {run.cost}, the least cost of that score is {known.least_cost}"


def _wrong_proof(known: Truth, answer: Any, run: Run, *, is_best: bool) -> Iterator[str]:
    if not is_best:
        yield f"scores {float(run.score)}, the best is {float(known.best)}"
    elif known.least_cost is not None and run.cost != known.least_cost:
        yield f"costs {run.cost}, the least cost of the best score is {known.least_cost}"
    elif not answer.proved_optimal:
        yield "proves nothing"
    elif answer.bound is None or answer.bound > float(known.best) + 10 * run.tolerance:
        yield f"is proven, and the bound is {answer.bound} for {float(known.best)}"


def _wrong_loop(answer: Any, mode: str) -> Iterator[str]:
    """A loop pays for ever: no plan is the best."""
    if answer.proved_optimal:
        yield "is proven, and a loop pays for ever"
    if mode == "optimal" and answer.bound != math.inf:
        yield f"a loop pays for ever, and the bound is {answer.bound}"
    if mode == "optimal" and not answer.notes:
        yield "a loop pays for ever, and no note says so"


def _is_close(said: float | None, number: Number) -> bool:
    return said is not None and math.isclose(said, number, abs_tol=PRECISION)


def _wrong_reward(known: Truth, answer: Any, mode: str) -> Iterator[str]:
    """The largest reward, soonest."""
    is_shortest = answer.cost == known.least_cost
    if answer.proved_optimal and not is_shortest:
        yield f"proves cost {answer.cost}, the largest reward can be had for {known.least_cost}"
    elif mode == "optimal" and not is_shortest:
        yield f"costs {answer.cost}, the largest reward can be had for {known.least_cost}"
    elif mode == "optimal" and not answer.proved_optimal:
        yield "proves nothing"
    elif mode == "optimal" and not _is_close(answer.bound, known.best):
        yield f"says bound {answer.bound}, the largest reward is {float(known.best)}"
