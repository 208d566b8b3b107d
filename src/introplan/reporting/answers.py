"""The answers of a planner in plain sentences: a plan, a proof that there is none, or neither."""

from __future__ import annotations

import math

from introplan.mdp import display_number
from introplan.planners.result import PlanResult, PlanStatus

LIMITS = {
    PlanStatus.OUT_OF_TIME: "time was up",
    PlanStatus.OUT_OF_MEMORY: "memory was full",
    PlanStatus.OUT_OF_NODES: "all nodes were spent",
    PlanStatus.INCOMPLETE: "the planner gave up",
}


DONE = (PlanStatus.SUCCESS, PlanStatus.ENDED)
"""The answers that are what was asked for."""


def headline(result: PlanResult) -> str:
    """The answer in one sentence."""
    match result.status:
        case PlanStatus.SUCCESS:
            return "A plan was found." if result.plan else "Nothing has to be done."
        case PlanStatus.ENDED:
            return f"A plan was found: the episode ends with {result.score_text}."
        case PlanStatus.UNSOLVABLE:
            return "Proven: there is no plan."
        case PlanStatus.HORIZON:
            return f"{_capital(without_end(result))}."
        case _ if found := found_unproven(result):
            return f"{_capital(found)}: {LIMITS[result.status]}."
        case _:
            best = "; this is the best so far" if result.plan else ""
            why = LIMITS[result.status]
            return f"No plan was found, and nothing is proven: {why}{best}."


def without_end(result: PlanResult) -> str:
    """What to say about a plan after which the episode is not over."""
    where = "the episode goes on without end" if result.goes_on else "the horizon is reached"
    if result.plan is None:
        return where
    if result.proved_optimal:
        return f"{where}: no plan scores more, which is proven"
    is_best = result.gap == 0
    return (
        f"{where}: {'no plan scores more' if is_best else 'this is the best plan that was found'}"
    )


def found_unproven(result: PlanResult) -> str:
    """What to say about a plan that a limit kept from being proven the best; else nothing."""
    if not result.is_successful or result.status not in LIMITS:
        return ""
    if result.mode == "shortest":
        cost = display_number(result.cost)
        return f"a plan of cost {cost} was found; whether it is the shortest is not proven"
    return f"a plan was found with {result.score_text}; whether it is optimal is not proven"


def kind_of(result: PlanResult) -> str:
    """Which of the three answers it is: "found", "unsolvable", "horizon" or "unknown"."""
    known = {
        PlanStatus.SUCCESS: "found",
        PlanStatus.ENDED: "found",
        PlanStatus.UNSOLVABLE: "unsolvable",
        PlanStatus.HORIZON: "horizon",
    }
    return "found" if found_unproven(result) else known.get(result.status, "unknown")


def proofs(result: PlanResult) -> list[str]:
    """What is proven of a plan: "proved optimal", "proved shortest"."""
    known = {"proved optimal": result.proved_optimal, "proved shortest": result.proved_shortest}
    return [words for words, is_proven in known.items() if is_proven]


def progress_text(result: PlanResult) -> str:
    """A plan on the way to a better one: score, bound, what is between them, cost.

    >>> progress_text(PlanResult(("a",), 7.0, PlanStatus.ENDED, 1.0, bound=9.0))
    'score 7 of at most 9 (gap 2), cost 1'
    """
    gap = result.gap
    is_open = gap is not None and 0 < gap < math.inf
    between = f" (gap {display_number(gap)})" if gap is not None and is_open else ""
    return f"{result.score_text}{between}, cost {display_number(result.cost)}"


def numbers(result: PlanResult) -> list[tuple[str, str]]:
    """What there is to know about a result, name by name."""
    found: list[tuple[str, str]] = []
    if result.plan is not None:
        found.append(("steps", str(len(result.plan))))
        found.append(("score", result.score_text.removeprefix("score ")))
        if result.cost != len(result.plan):
            found.append(("cost", display_number(result.cost)))
    found += [(words.removeprefix("proved "), "proved") for words in proofs(result)]
    if result.method:
        found.append(("method", str(result.method)))
    found.append(("nodes expanded", f"{result.expanded:,}"))
    found.append(("seconds", f"{result.seconds:.3f}"))
    found.append(("planner", f"{result.planner}, {result.engine} engine"))
    if result.plan is not None:
        found.append(("checked", "by an independent replay" if result.verified else "no"))
    return found


def _capital(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:]}"
