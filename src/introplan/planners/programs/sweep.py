"""A small world over a horizon: the best score, by sweeping over all of its states.

With one move left the best step of each state is known; with two, the best step to a state with
one move left; and so on, one sweep for each move. An episode that comes to a state where nothing
can be done ends there; steps that fail are never taken.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from introplan.limits import Meter
from introplan.mdp import NotAllowedError, Status
from introplan.programs.program import BlackBox

MOST_STATES = 4_000
MOST_WORK = 2_000_000
"""States times moves that are worth a sweep."""


class Step(NamedTuple):
    """An action, what it pays, and the number of the state it leads to (-1: the end)."""

    action: Any
    reward: float
    target: int


def swept(
    model: BlackBox, start: Hashable, horizon: int, meter: Meter
) -> tuple[list[Step], bool] | None:
    """The best episode, and whether it ends with success; None if the world is too large."""
    world = _explored(model, start, meter)
    if world is None or len(world) * horizon > MOST_WORK:
        return None
    choices = _choices(world, horizon, meter)
    plan: list[Step] = []
    state = 0
    for choice in reversed(choices):
        step = choice[state]
        if step is None:
            return plan, False
        plan.append(step)
        if step.target < 0:
            return plan, True
        state = step.target
    return plan, False


def _explored(model: BlackBox, start: Hashable, meter: Meter) -> list[list[Step]] | None:
    """The steps of every state, in the order in which they are found."""
    numbers = {start: 0}
    states = [start]
    world: list[list[Step]] = []
    while len(world) < len(states):
        if len(states) > MOST_STATES:
            return None
        meter.expand()
        state, steps = states[len(world)], []
        for action in model.actions(state):
            meter.generated += 1
            try:
                after, reward, status = model.step(state, action)
            except NotAllowedError:
                continue
            if status is Status.FAILURE:
                continue
            if status is Status.CONTINUE and after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            target = numbers[after] if status is Status.CONTINUE else -1
            steps.append(Step(action, reward, target))
        world.append(steps)
    return world


def _choices(world: list[list[Step]], horizon: int, meter: Meter) -> list[list[Step | None]]:
    """The best step of each state with 1, 2, ... moves left."""
    values = [0.0] * (len(world) + 1)  # the last one, at -1, is the end
    found: list[list[Step | None]] = []
    for _ in range(horizon):
        best: list[Step | None] = []
        worth: list[float] = []
        for steps in world:
            meter.check()
            chosen, most = None, 0.0
            for step in steps:
                value = step.reward + values[step.target]
                if chosen is None or value > most:
                    chosen, most = step, value
            best.append(chosen)
            worth.append(most)
        found.append(best)
        values = [*worth, 0.0]
    return found
