"""A state and its copy must be one and the same to a model.

States are copied, so that user code cannot change what a search keeps. A model that goes by which
object it was given (`s is VAULT`, or a dictionary whose keys are objects of a class without
`__eq__`) would be misunderstood from the first step on: nothing would be allowed, nothing paid. So
the first steps are taken on the user's own objects as well, provided that the model leaves alone
what it is given, and nothing may come out differently.
"""

from __future__ import annotations

import time
from functools import singledispatch
from typing import Any

from introplan.errors import IntroplanError
from introplan.mdp import Task, as_number, attempt
from introplan.programs.copying import copied, is_immutable
from introplan.programs.freezing import State
from introplan.programs.identity import key_of
from introplan.programs.program import Action, ProgramTask
from introplan.programs.user_code import PASSING, wrong_answer

STEPS, ACTIONS = 6, 8
SECONDS = 0.1
"""A slow model is tried on fewer steps."""

ADVICE = (
    "tells a state from a copy of it; compare what states hold and not which object they are: "
    "give their class __eq__ and __hash__, make it a frozen dataclass or an enum, or use names"
)


@singledispatch
def check_copies(task: Task) -> None:
    """Refuse a model to which a state near the start is something else than its copy."""


@check_copies.register(ProgramTask)
def _(task: ProgramTask) -> None:
    try:
        role = _misled(task)
    except IntroplanError:
        return  # there is more wrong, which is reported where it is met
    if role is not None:
        raise wrong_answer(role, getattr(task.program, role), ADVICE)


def _misled(task: ProgramTask) -> str | None:
    """The function that would be misunderstood, if any is."""
    state, until = task.start, time.monotonic() + SECONDS
    for _ in range(STEPS):
        if is_immutable(state):
            return None
        following = None
        for action in task.actions(state)[:ACTIONS]:
            if time.monotonic() > until or not _leaves_alone(task, state, action):
                return None
            after, theirs = _with_originals(task, state, action)
            ours = _with_copies(task, state, action)
            if ours != theirs and _is_constant(task, state, action):
                return "transition" if ours is None or theirs is None else "reward"
            following = after if following is None else following
        if following is None:
            return None
        state = following
    return None


def _leaves_alone(task: ProgramTask, state: State, action: Action) -> bool:
    """Are copies of a state the same after they were handed to the model?"""
    trial = copied(state)
    _with_originals(task, trial, action)
    return key_of(trial) == key_of(state)


def _with_originals(task: ProgramTask, state: State, action: Action) -> tuple[Any, float | None]:
    """What comes after a state, and what that pays; None where the model raises."""
    try:
        after = task.program.transition(state, action)
        if after is None and task.start is not None:
            return None, None  # not allowed
        return after, as_number(task.program.reward(state, action, after))
    except PASSING:
        raise
    except BaseException:  # whatever it is: the search reports it
        return None, None


def _with_copies(task: ProgramTask, state: State, action: Action) -> float | None:
    """What a search sees."""
    outcome = attempt(task, state, action)
    return None if outcome is None else outcome.reward


def _is_constant(task: ProgramTask, state: State, action: Action) -> bool:
    """Does the model give the same answer every time, to either of them?"""
    ours = {_with_copies(task, state, action) for _ in range(3)}
    theirs = {_with_originals(task, state, action)[1] for _ in range(3)}
    return len(ours) == len(theirs) == 1 and ours != theirs
