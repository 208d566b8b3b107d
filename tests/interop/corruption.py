"""Plans of unified-planning with something wrong in them."""

from __future__ import annotations

import random
from typing import Any

import unified_planning.shortcuts as up
from unified_planning.plans import ActionInstance, SequentialPlan


def corrupted(plan: Any, problem: Any, rng: random.Random) -> Any:
    """The plan with a step dropped, doubled, moved, or changed in one of its objects."""
    steps = list(plan.actions)
    place = rng.randrange(len(steps)) if steps else 0
    match rng.choice(("drop", "double", "swap", "change", "change", "other")):
        case "drop" if steps:
            del steps[place]
        case "double" if steps:
            steps.insert(rng.randrange(len(steps) + 1), steps[place])
        case "swap" if steps:
            other = rng.randrange(len(steps))
            steps[place], steps[other] = steps[other], steps[place]
        case "change" if steps and steps[place].action.parameters:
            steps[place] = drawn(steps[place].action, problem, rng)
        case _:
            steps.insert(place, drawn(rng.choice(problem.actions), problem, rng))
    return SequentialPlan([ActionInstance(s.action, s.actual_parameters) for s in steps])


def drawn(action: Any, problem: Any, rng: random.Random) -> Any:
    """The action with any objects of its types; where there are none, another one."""
    choices = [list(problem.objects(p.type)) for p in action.parameters]
    if not all(choices):
        return drawn(rng.choice(problem.actions), problem, rng)
    return ActionInstance(action, tuple(up.ObjectExp(rng.choice(c)) for c in choices))
