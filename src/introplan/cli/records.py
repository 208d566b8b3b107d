"""The JSON objects that commands print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from introplan.cli.output import plain_number
from introplan.mdp import Verdict, action_text
from introplan.planners.result import PlanResult
from introplan.relational.formula import Literal, Moment
from introplan.relational.mutation import Mutation, count_unmet
from introplan.relational.state import State
from introplan.search.state_space import StateSpace

Record = dict[str, Any]


def result_record(result: PlanResult) -> Record:
    """What a planner found."""
    plan = [action_text(action) for action in result.plan or ()]
    return {
        "plan": plan,
        "length": len(plan),
        "cost": plain_number(result.cost),
        "score": plain_number(result.score),
        "status": str(result.status),
        "expanded": result.expanded,
        "generated": result.generated,
        "seconds": result.seconds,
        "milestones": [
            {
                "step": reached.step,
                "reward": plain_number(reached.reward),
                "mutation": mutation_record(reached.mutation) if reached.mutation else None,
            }
            for reached in result.milestones
        ],
        "planner": result.planner,
        "engine": result.engine,
        "verified": result.verified,
        "proved_optimal": result.proved_optimal,
        "bound": None if result.bound is None else plain_number(result.bound),
        "method": str(result.method),
        "notes": list(result.notes),
        "reason": result.reason,
    }


def mutation_record(mutation: Mutation, state: State | None = None) -> Record:
    """A mutation, and how far it is from `state`.

    Literals are printed without their moment when all have the same one, which `when` names.
    """
    when = _when(mutation)
    action = mutation.last_action
    record = {
        "true": _texts(mutation.make_true, when),
        "false": _texts(mutation.make_false, when),
        "action": None if action is None else str(action),
        "when": when,
    }
    return record if state is None else {**record, "distance": count_unmet(state, mutation)}


def space_record(space: StateSpace) -> Record:
    """A reachable space in numbers."""
    return {
        "states": len(space.states),
        "edges": len(space.edges),
        "complete": space.is_complete,
        "success": list(space.success),
        "failure": list(space.failure),
        "dead_ends": list(space.dead_ends),
        "rewarding": [
            [edge.source, action_text(edge.action), edge.target, plain_number(edge.reward)]
            for edge in space.rewarding
        ],
    }


def verdict_record(verdict: Verdict) -> Record:
    """What a plan is worth."""
    return {
        "valid": verdict.valid,
        "score": plain_number(verdict.score),
        "status": None if verdict.status is None else str(verdict.status),
        "reason": verdict.reason,
        "cost": plain_number(verdict.cost),
    }


def _when(mutation: Mutation) -> str:
    """The moment of all literals but those that name actions, or "mixed"."""
    wanted = mutation.make_true | mutation.make_false
    moments = {x.moment.value for x in wanted if x.moment is not Moment.DID}
    return "mixed" if len(moments) > 1 else next(iter(moments), Moment.AFTER.value)


def _texts(literals: Iterable[Literal], when: str) -> list[str]:
    is_before = when == Moment.BEFORE.value
    return sorted(
        str(x.at(Moment.AFTER) if is_before and x.moment is Moment.BEFORE else x) for x in literals
    )
