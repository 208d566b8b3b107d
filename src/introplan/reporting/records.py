"""Results as JSON objects: what commands print with `--json`."""

from __future__ import annotations

import dataclasses
import math
from itertools import islice
from typing import TYPE_CHECKING, Any

from introplan.mdp import Verdict, action_text, action_texts
from introplan.planners.result import PlanResult
from introplan.programs.program import ProgramTask
from introplan.relational.mutation import KnownMutation, Mutation, MutationTexts, count_unmet
from introplan.relational.state import State
from introplan.reporting.words import json_number

if TYPE_CHECKING:
    from introplan.introspection.findings import Introspection, MilestoneCondition
    from introplan.search.state_space import StateSpace

Record = dict[str, Any]


def result_record(result: PlanResult) -> Record:
    """What a planner found."""
    plan = action_texts(result.plan or ())
    return {
        "plan": plan,
        "length": len(plan),
        "cost": json_number(result.cost),
        "score": json_number(result.score),
        "status": str(result.status),
        "expanded": result.expanded,
        "generated": result.generated,
        "seconds": result.seconds,
        "milestones": [
            {
                "step": reached.step,
                "reward": json_number(reached.reward),
                "mutation": None if reached.decode is None else _texts(reached.decode.texts()),
            }
            for reached in result.milestones
        ],
        "planner": result.planner,
        "engine": result.engine,
        "verified": result.verified,
        "proved_optimal": result.proved_optimal,
        "proved_shortest": result.proved_shortest,
        "reason": result.reason,
        "method": str(result.method),
        "bound": bound_record(result.bound),
        "notes": list(result.notes),
        "understood": result.understood,
    }


def bound_record(bound: float | None) -> float | str | None:
    """A bound for JSON, which has no infinity: "inf" where a loop pays without end."""
    if bound is None:
        return None
    return str(bound) if math.isinf(bound) else json_number(bound)


def mutation_record(mutation: Mutation, state: State | None = None) -> Record:
    """A mutation, and how far it is from `state`.

    Literals are printed without their moment when all have the same one, which `when` names.
    """
    record = _texts(KnownMutation(mutation).texts())
    return record if state is None else {**record, "distance": count_unmet(state, mutation)}


def space_record(space: StateSpace) -> Record:
    """A reachable space in numbers; with chance every action has its outcomes."""
    record: Record = {
        "states": len(space.states),
        "edges": len(space.edges),
        "complete": space.is_complete,
        "success": list(space.success),
        "failure": list(space.failure),
        "over": list(space.over),
        "dead_ends": list(space.dead_ends),
        "rewarding": [
            [edge.source, action_text(edge.action), edge.target, json_number(edge.reward)]
            for edge in space.rewarding
        ],
    }
    if space.has_chance:
        for row, edge in zip(record["rewarding"], space.rewarding, strict=True):
            row.append(edge.probability)
        record["choices"] = [
            [
                outcomes[0].source,
                action_text(outcomes[0].action),
                [[e.probability, e.target, json_number(e.reward)] for e in outcomes],
            ]
            for outcomes in space.choices
        ]
    return record


def verdict_record(verdict: Verdict) -> Record:
    """What a plan is worth."""
    return {
        "valid": verdict.valid,
        "score": json_number(verdict.score),
        "status": None if verdict.status is None else str(verdict.status),
        "reason": verdict.reason,
        "cost": json_number(verdict.cost),
    }


def _texts(texts: MutationTexts) -> Record:
    return {
        "true": texts.make_true,
        "false": texts.make_false,
        "action": texts.last_action,
        "when": texts.when,
    }


def introspection_record(task: ProgramTask, info: Introspection, limit: int) -> Record:
    """What was read off a world in Python, with at most `limit` milestones."""
    found = list(islice(info.milestones(), limit + 1))
    shown = found[:limit]
    value, steps = info.r_max.value, info.heuristic(task.start)
    r_max = None if value is None else json_number(value)
    return {
        "r_max": r_max,
        "value": r_max,
        "status": info.r_max.status,
        "condition": " or ".join(_bracketed(m, alone=len(shown) == 1) for m in shown) or "unknown",
        "mutable": [variable.name for variable in info.variables if variable.mutable],
        "immutable": list(info.immutable),
        "mutations": [_milestone_record(task, milestone) for milestone in shown],
        "heuristic": {
            "text": str(info.heuristic),
            "start": _steps(steps),
            "admissible": info.heuristic.admissible,
        },
        "wishes": [
            {
                "weight": json_number(wish.weight),
                "condition": str(wish.condition),
                "wanted": wish.wanted,
            }
            for wish in info.wishes()
        ],
        "ends": [
            {"status": end.status, "condition": end.guard, "pays": end.value} for end in info.ends
        ],
        "diagnostics": [dataclasses.asdict(diagnostic) for diagnostic in info.diagnostics],
        "understood": info.understood,
        "truncated": len(found) > limit,
    }


def _bracketed(milestone: MilestoneCondition, *, alone: bool) -> str:
    return str(milestone) if alone else f"({milestone})"


def _milestone_record(task: ProgramTask, milestone: MilestoneCondition) -> Record:
    """One way to be paid; the keys are those of relational tasks, and two more."""
    action = milestone.action
    return {
        "true": [str(milestone.require)],
        "false": [],
        "action": None if action is None else action_text(action),
        "condition": str(milestone.require),
        "when": milestone.when,
        "distance": _steps(milestone.distance(task.start)),
    }


def _steps(steps: float) -> float | None:
    """A number of steps for JSON, which has no infinity."""
    return None if math.isinf(steps) else json_number(steps)
