"""Environments whose objects refer to each other in circles: states are places of a live copy.

No single part of such an object can be copied, compared or read by itself, and neither can a
wrapper around an environment with a generator in it. So a state is a `Place`: all that differs
from the start, clocks included, on one live copy that takes the environment's own steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from introplan.programs.answered import answered
from introplan.programs.generators import reseed
from introplan.programs.live import Live, Place
from introplan.programs.memory import Memory
from introplan.programs.program import Program, program
from introplan.programs.shells import REDRAWS, chance_error

__forwards__ = True
"""The functions made here call the user's, and lines are asked for in those (`symbolic`)."""

UNREADABLE = eval("lambda state, action=None: None")
"""What the reader gets to see: a function without a source text, which it refuses at once. The
text of the functions here says nothing of the world's rules."""


def circular_world(
    env: Any,
    choices: tuple[Any, ...],
    method: str | None,
    name: str,
    *,
    unread: Iterable[str] = (),
) -> tuple[Program, Place]:
    """The world of an environment, and where it starts: as the environment is now.

    Attributes that no rule reads (`unread`) are no part of its states.
    """
    live = Live(Memory(env, unread), choices, method)

    def actions(state: Place) -> Any:
        live.go_to(state)
        return live.offered()

    actions.__reads_as__ = UNREADABLE  # type: ignore[attr-defined]
    offered: Any = choices if method is None else actions
    return program(actions=offered, step=_step_of(live), name=name), Place((), ())


def _step_of(live: Live) -> Callable[[Place, Any], Any]:
    generators = live.memory.generators

    def step(state: Place, action: Any) -> Any:
        before = live.chance()
        answer = _taken(live, state, action)
        if live.chance() != before:
            for number in range(REDRAWS):
                for generator in generators:
                    reseed(generator, number)
                if _taken(live, state, action) != answer:
                    raise chance_error(type(live.memory.root), action)
        return answer

    step.__reads_as__ = UNREADABLE  # type: ignore[attr-defined]
    step.__redraws__ = True  # type: ignore[attr-defined]
    return step


def _taken(live: Live, state: Place, action: Any) -> Any:
    live.go_to(state)
    try:
        answer = live.memory.root.step(action)
    finally:
        live.memory.note_changes()
    if answer is None:
        return None
    reward, done = answered(answer)
    return live.place(), reward, done
