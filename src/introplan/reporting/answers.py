"""The answers of a planner in plain sentences: a plan, a proof that there is none, or neither."""

from __future__ import annotations

from introplan.mdp import display_number
from introplan.planners.result import PlanResult, PlanStatus

LIMITS = {
    PlanStatus.OUT_OF_TIME: "time was up",
    PlanStatus.OUT_OF_MEMORY: "memory was full",
    PlanStatus.OUT_OF_NODES: "all nodes were spent",
    PlanStatus.INCOMPLETE: "the planner gave up",
}


def headline(result: PlanResult) -> str:
    """The answer in one sentence."""
    match result.status:
        case PlanStatus.SUCCESS:
            return "A plan was found." if result.plan else "Nothing has to be done."
        case PlanStatus.UNSOLVABLE:
            return "Proven: there is no plan."
        case PlanStatus.HORIZON if result.proved_optimal:
            return "The horizon is reached: no plan scores more, which is proven."
        case PlanStatus.HORIZON:
            return "The horizon is reached: this is the best plan that was found."
        case _ if found := found_unproven(result):
            return f"{found[0].upper()}{found[1:]}: {LIMITS[result.status]}."
        case _:
            best = "; this is the best so far" if result.plan else ""
            why = LIMITS[result.status]
            return f"No plan was found, and nothing is proven: {why}{best}."


def found_unproven(result: PlanResult) -> str:
    """What to say about a plan that a limit kept from being proven the cheapest; else nothing."""
    if not result.is_successful or result.status not in LIMITS:
        return ""
    cost = display_number(result.cost)
    return f"a plan of cost {cost} was found, and whether it is the cheapest is not proven"


def kind_of(result: PlanResult) -> str:
    """Which of the three answers it is: "found", "unsolvable", "horizon" or "unknown"."""
    known = {
        PlanStatus.SUCCESS: "found",
        PlanStatus.UNSOLVABLE: "unsolvable",
        PlanStatus.HORIZON: "horizon",
    }
    return "found" if found_unproven(result) else known.get(result.status, "unknown")


def numbers(result: PlanResult) -> list[tuple[str, str]]:
    """What there is to know about a result, name by name."""
    found: list[tuple[str, str]] = []
    if result.plan is not None:
        found += [("steps", str(len(result.plan))), ("score", display_number(result.score))]
        if result.cost != len(result.plan):
            found.append(("cost", display_number(result.cost)))
    if result.proved_optimal:
        found.append(("optimal", "proved"))
    if result.method:
        found.append(("method", str(result.method)))
    found.append(("nodes expanded", f"{result.expanded:,}"))
    found.append(("seconds", f"{result.seconds:.3f}"))
    found.append(("planner", f"{result.planner}, {result.engine} engine"))
    if result.plan is not None:
        found.append(("checked", "by an independent replay" if result.verified else "no"))
    return found
