"""The door `policy`: what to do in every state of a task, with or without chance."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from introplan.checking import guarded
from introplan.deferred import deferred
from introplan.errors import TooManyOutcomesError, UsageError
from introplan.factored.task import FactoredTask
from introplan.limits import LimitReached, Limits, Meter, StopReason
from introplan.mdp import Task, check_task
from introplan.planners.chance.exact import exact_policy
from introplan.planners.chance.lao import lao_applies, lao_policy
from introplan.planners.chance.result import PolicyResult
from introplan.planners.chance.sampling import sampling_policy
from introplan.planners.modes import check_limits, check_seed
from introplan.programs.chance_functions import as_drawn
from introplan.programs.doors import door_for
from introplan.programs.user_code import shown
from introplan.relational.domain import RelationalTask
from introplan.search.decision_graph import TooLargeError
from introplan.verification.policies import evaluate

if TYPE_CHECKING:
    from introplan.planners.chance.factored import policy as factored
else:
    factored = deferred("introplan.planners.chance.factored.policy")

MAX_STATES, MAX_EDGES = 1_000_000, 5_000_000
"""States and outcomes that are looked at for exact values: about 500 MB."""

MAX_FACTORED_STATES, MAX_FACTORED_EDGES = 2_000, 20_000
"""In factored worlds, whose outcomes take long to list: larger ones are looked at natively."""

MAX_STATES_AT_ONCE = 30_000
"""States that are looked at before LAO* is tried, where it applies; in the engine three times as
many, which take five seconds without a horizon."""

NO_USE = {True: 0.0, False: -math.inf}
"""What a policy is sure to get that is no better than any, by whether there is a plain goal."""

EXACT_SHARE = 0.5
"""The part of the time limit that may go into looking at all states: if it is not enough, what is
left is for estimates."""

MAX_STATES_JUDGED, MAX_STAGES_JUDGED = 2_000, 100_000
"""States, and states in all moves together, up to which the judge checks a value unasked: below
half a second in most worlds."""

MAX_FACTORED_STATES_JUDGED = 100
"""In factored worlds, where a state can have as many outcomes as there are states."""

SLACK = 1e-9
"""What rounding may do to the arithmetic of the judge, in parts of the value."""


def policy(
    task: Task,
    limits: Limits | None = None,
    step_time: float | None = None,
    seed: int = 0,
    *,
    meter: Meter | None = None,
) -> PolicyResult:
    """A policy for `task`, its value, and how sure that is.

    The value of a policy is the expected score of an episode that follows it. Where all states
    that can be reached fit in memory and in half of the time limit, the policy is the best one,
    and that is proven. Else it looks ahead by sampling when it is asked (`method` is "uct"), for
    `step_time` seconds, or with a fixed number of trials, drawn by `seed`. In large
    factored worlds estimates read off the model compete, and there is a bound.
    """
    check_task(task, "policy", hint=door_for)
    check_limits(limits, meter)
    check_seed(seed)
    if step_time is not None and not (isinstance(step_time, int | float) and step_time > 0):
        raise UsageError(f"step_time must be a number of seconds above 0, got {shown(step_time)}")
    meter = meter or Meter(limits or Limits())
    task = as_drawn(task)
    try:
        return _judged(task, _exact(task, meter))
    except TooLargeError:
        if isinstance(task, FactoredTask):
            found = factored.factored_policy(task, meter, step_time=step_time, seed=seed)
            return _judged(task, found)
        with guarded(task, meter):
            return sampling_policy(task, meter, step_time=step_time, seed=seed)


def _exact(task: Task, meter: Meter) -> PolicyResult:
    """The best policy, or one with a bound; `TooLargeError` where half the time is not enough."""
    states, edges = MAX_STATES, MAX_EDGES
    if isinstance(task, FactoredTask):
        states, edges = MAX_FACTORED_STATES, MAX_FACTORED_EDGES
    if not isinstance(task, RelationalTask) or not lao_applies(task):
        return _all_states(task, meter, states, edges)
    try:
        return _all_states(task, meter, MAX_STATES_AT_ONCE, edges)
    except TooLargeError:
        partial = _best_first(task, meter)
    if partial is not None and partial.proved_optimal:
        return partial
    try:
        return _all_states(task, meter, states, edges)
    except TooLargeError:
        if partial is None or partial.interval[0] <= NO_USE[task.is_classical]:
            raise
        return partial


def _best_first(task: RelationalTask, meter: Meter) -> PolicyResult | None:
    """The best policy by LAO*, or what a quarter of the time leads to; None if that is nothing."""
    try:
        with meter.stopping_after(_allowed(meter) / 2), guarded(task, meter):
            return lao_policy(task, meter)
    except TooLargeError:
        return None
    except LimitReached as limit:
        if limit.reason is StopReason.INTERRUPTED:
            raise
        return None


def _allowed(meter: Meter) -> float:
    seconds = meter.limits.seconds
    return math.inf if seconds is None else EXACT_SHARE * seconds


def _all_states(task: Task, meter: Meter, states: int, edges: int) -> PolicyResult:
    """The best policy; `TooLargeError` for more states, or where half of the time is over."""
    try:
        with meter.stopping_after(_allowed(meter)), guarded(task, meter):
            return exact_policy(task, meter, max_states=states, max_edges=edges)
    except TooManyOutcomesError:
        raise TooLargeError from None
    except LimitReached as limit:
        if limit.reason is StopReason.INTERRUPTED:
            raise
        raise TooLargeError from None


def _judged(task: Task, found: PolicyResult) -> PolicyResult:
    """The result, checked by the judge where that is quick."""
    if found.states is None:
        return found  # an estimate
    count = found.states
    if isinstance(task, FactoredTask) and count > MAX_FACTORED_STATES_JUDGED:
        return found
    stages = count * (task.horizon or 1)
    if count > MAX_STATES_JUDGED or stages > MAX_STAGES_JUDGED:
        return found
    judged = evaluate(task, found.policy)
    if not judged.exact or math.isnan(judged.value):
        return found
    low, high = found.interval
    slack = 0.0 if math.isinf(judged.value) else SLACK * max(1.0, abs(judged.value))
    message = f"value {found.value!r} in [{low!r}, {high!r}], but the judge says {judged.value!r}"
    assert low - slack <= judged.value <= high + slack, message
    return replace(found, verified=True)
