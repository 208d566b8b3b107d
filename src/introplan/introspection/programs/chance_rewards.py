"""The reward of a world with chance in Python, read as wishes.

What is drawn does not matter to a reward that is a function of its own: it is run on any two
states. Only which states there are has to be known. So the world is given to the reader as one
without chance, in which the place of an outcome is chosen with the action (the all-outcomes
determinization with an action for each outcome; Yoon, Fern and Givan 2007).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from introplan.errors import UsageError
from introplan.introspection.programs.finder import program_wishes
from introplan.introspection.returns.wishes import StepCondition, Wish
from introplan.mdp import NotAllowedError, Status, action_text
from introplan.programs.chance import ChanceTask
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import ProgramTask, program

MAX_STATES = 3_000
"""States that are looked at: with more of them not all are seen by the reader either."""

MAX_OUTCOMES = 24
"""Of one action; the reward is read once for each."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An action, and which of its outcomes happens."""

    action: Any
    place: int

    def __repr__(self) -> str:
        return action_text(self.action)  # conditions name it


def chance_wishes(task: ChanceTask, *, budget: float) -> list[Wish]:
    """The reward as wishes; `UsageError` where it is not a function that can be read."""
    found = _determinized(task)
    return [_plain(wish, found.program.actions) for wish in program_wishes(found, budget=budget)]


def _determinized(task: ChanceTask) -> ProgramTask:
    """The world with an action for each outcome."""
    world = task.program
    reward, terminal, actions = world.reward, world.terminal, world.actions
    if reward is None:
        raise UsageError(
            f"what {task.name} pays comes out of the same function as what is drawn, and is not "
            "read; give reward=, a function of the state, the action and the state after"
        )
    if not isinstance(actions, tuple):
        raise UsageError(f"the actions of {task.name} depend on the state; list them to be read")
    most = _most_outcomes(task)

    def transition(state: Any, drawn: Drawn) -> Any:
        outcomes = task.outcomes(state, drawn.action)
        if drawn.place >= len(outcomes):
            raise NotAllowedError
        return outcomes[drawn.place][1].state

    ends: Callable[[Any, Any, Any], Any] | None = None
    if terminal is not None:
        stop = terminal

        def ends(state: Any, drawn: Drawn, after: Any) -> Any:
            return stop(state, drawn.action, after)

    model = program(
        actions=[Drawn(action, place) for action in actions for place in range(most)],
        transition=transition,
        reward=lambda state, drawn, after: reward(state, drawn.action, after),
        terminal=ends,
        name=world.name,
    )
    return model.task(task.start, task.horizon, discount=task.discount)


def _most_outcomes(task: ChanceTask) -> int:
    """The largest number of outcomes of an action in the states that can be reached."""
    most, seen = 1, {kept(task.start): None}
    for state in _growing(seen):
        for action in task.actions(value_of(state)):
            try:
                outcomes = task.outcomes(value_of(state), action)
            except NotAllowedError:
                continue
            most = max(most, len(outcomes))
            going_on = (o.state for _, o in outcomes if o.status is Status.CONTINUE)
            seen.update((kept(after), None) for after in going_on)
        if len(seen) > MAX_STATES or most > MAX_OUTCOMES:
            raise UsageError(
                f"{task.name} has more than {MAX_STATES:,} states, or more than {MAX_OUTCOMES} "
                "outcomes of an action; the reward is read where all of a world can be looked at"
            )
    return most


def _growing(seen: dict[Any, None]) -> Iterator[Any]:
    """The keys of a dictionary, those that are added meanwhile as well."""
    done = 0
    while done < len(seen):
        later = list(seen)[done:]
        done = len(seen)
        yield from later


def _plain(wish: Wish, actions: Any) -> Wish:
    """The wish about the actions of the world itself, each named once."""
    condition: StepCondition = wish.condition
    amount, text = condition.amount, condition.text
    for name in dict.fromkeys(map(re.escape, map(str, actions))):
        text = re.sub(rf"(?<!\w)({name})(?:, \1)+(?!\w)", r"\1", text)

    def own(before: Any, action: Any, after: Any) -> float:
        return amount(before, Drawn(action, 0), after)

    return wish._replace(condition=replace(condition, text=text, amount=own))
