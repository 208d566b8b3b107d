"""The best policy of a world that fits in memory, by the values of all its states."""

from __future__ import annotations

import math
from typing import Any

from introplan.limits import Meter
from introplan.mdp import Task, action_text
from introplan.planners.chance.result import Explanation, Option, PolicyResult
from introplan.planners.chance.values import Values, exact_values
from introplan.programs.chance import ChanceTask

MAX_ACTIONS_NAMED = 6
"""Actions of a loop that a note names."""

ROOM = 3
"""How many states of the native engine take the memory of one in Python: with their edges they
take some 400 bytes, measured on worlds of a million."""

CAUGHT = (
    "every policy may be caught where each step costs something and nothing ends: a horizon or a "
    "discount would tell policies apart"
)


def exact_policy(
    task: Task, meter: Meter, *, max_states: float = math.inf, max_edges: float = math.inf
) -> PolicyResult:
    """The best policy, by looking at every state; `TooLargeError` where there are too many."""
    if getattr(task, "starts_at_goal", False):
        return _at_goal(meter)
    limits = {"max_states": max_states, "max_edges": max_edges}
    found = exact_values(task, meter, room=ROOM, **limits)
    value = found.value(task.start)
    lower, upper = _bounds(found, value)
    notes = tuple(_notes(task, found, value))
    if isinstance(task, ChanceTask) and task.is_sampled:
        # What was sampled is another world, near to the task: nothing about this one is proven.
        lower, upper = -math.inf, None
    return PolicyResult(
        policy=found.best,
        value=value,
        bound=upper,
        interval=(lower, value if upper is None else upper),
        method=found.method,
        explanation=found.explain,
        states=len(found.table.states),
        seconds=meter.seconds,
        notes=notes,
        known=found,
    )


def _bounds(found: Values, value: float) -> tuple[float, float | None]:
    """Bounds on the value of the policy from below, and on that of any from above."""
    if found.endless is None:
        return value, value  # a sum of products, each rounded once
    return found.endless.lower, found.endless.upper


def _notes(task: Task, found: Values, value: float) -> list[str]:
    notes = []
    if found.endless is not None and found.endless.loop is not None:
        actions = dict.fromkeys(action_text(found.table.actions[c]) for c in found.endless.loop)
        named = ", ".join([*actions][:MAX_ACTIONS_NAMED])
        more = ", ..." if len(actions) > MAX_ACTIONS_NAMED else ""
        notes.append(f"a loop gains without end, so there is no largest score: {named}{more}")
    if value == -math.inf:
        notes.append(CAUGHT)
    if isinstance(task, ChanceTask) and task.is_sampled:
        draws = ", ".join(task.unlisted)
        notes.append(
            f"the outcomes of {draws} cannot be listed and were sampled: values are estimates"
        )
    return notes


def _at_goal(meter: Meter) -> PolicyResult:
    """The goal of a plain task holds from the start: nothing is to be done."""

    def nothing(state: Any, steps_left: int | None = None) -> Any:
        return None

    def explanation(state: Any, steps_left: int | None = None) -> Explanation:
        return Explanation(tuple[Option, ...](), "the goal holds")

    return PolicyResult(nothing, 1.0, 1.0, (1.0, 1.0), "start", explanation, 1, meter.seconds)
