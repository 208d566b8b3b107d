"""Worlds whose start is drawn: the first move, whichever it is, is the reset.

Until then the state is `RESET`. The value of a policy is then what is expected of an episode
before its first state is known, as those of reinforcement learning are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from introplan.mdp import Status
from introplan.programs.chance import ChanceProgram, ChanceTask, chance_program
from introplan.programs.program import Program

RESET = "reset"
"""The state before the first one is drawn, and what is done there if actions depend on states."""

Starts = list[tuple[float, Any]]


def drawn_task(
    world: Program | ChanceProgram, starts: Starts, steps: int | None, discount: float = 1.0
) -> ChanceTask:
    """The task that begins with the draw of its start, a move more than it has otherwise."""
    horizon = None if steps is None else steps + 1
    return from_drawn(world, starts).task(RESET, horizon, discount=discount)


def from_drawn(world: Program | ChanceProgram, starts: Starts) -> ChanceProgram:
    """The same world with one state more, which leads to the starts."""
    actions = world.actions
    offered: Any = actions if isinstance(actions, tuple) else _with_reset(actions)
    listed = getattr(world, "outcomes", None)
    if listed is not None:
        return chance_program(actions=offered, outcomes=_listed(listed, starts), name=world.name)
    step = world.step
    assert step is not None, "the world of an environment has a step"
    return chance_program(actions=offered, step=_stepping(step, starts, world), name=world.name)


def _with_reset(actions: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def offered(state: Any) -> Any:
        return [RESET] if state == RESET else actions(state)

    return offered


def _listed(outcomes: Callable[[Any, Any], Any], starts: Starts) -> Callable[[Any, Any], Any]:
    first = [(share, state, 0.0, False) for share, state in starts]

    def all_outcomes(state: Any, action: Any) -> Any:
        return first if isinstance(state, str) and state == RESET else outcomes(state, action)

    return all_outcomes


def _stepping(
    step: Callable[..., Any], starts: Starts, world: Program | ChanceProgram
) -> Callable[[Any, Any, Any], Any]:
    shares, states = zip(*starts, strict=True)
    has_chance = isinstance(world, ChanceProgram)

    def any_step(state: Any, action: Any, rng: Any) -> Any:
        if isinstance(state, str) and state == RESET:
            return rng.choices(states, shares)[0], 0.0, Status.CONTINUE
        return step(state, action, rng) if has_chance else step(state, action)

    return any_step
