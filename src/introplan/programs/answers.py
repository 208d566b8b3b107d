"""What the user's functions return, checked and made uniform.

An answer of the wrong kind raises `ModelError` with the place of the function and what would have
been right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NoReturn

from introplan.errors import UsageError
from introplan.mdp import NotAllowedError, Status, as_number
from introplan.programs.stepping import returns_nothing
from introplan.programs.user_code import (
    MISTAKES,
    PASSING,
    WrongPartError,
    check_function,
    error_text,
    report,
    shown,
    wrong_answer,
)

MAX_REWARD = 1e300
"""Rewards below this can be added up: no plan is long enough to reach infinity."""

MAX_ACTIONS = 1_000_000
"""Actions in one state; a list that is longer is taken for one that never ends."""

STATUS_WORDS = {str(status): status for status in Status}


def listed(actions: Iterable[Any]) -> tuple[Any, ...]:
    """The actions in a fixed order; sets have none of their own and are sorted by text."""
    if isinstance(actions, set | frozenset):
        return tuple(sorted(actions, key=repr))
    found = tuple(islice(actions, MAX_ACTIONS + 1))
    if len(found) > MAX_ACTIONS:
        message = f"actions gives more than {MAX_ACTIONS:,} actions; does it ever end?"
        raise WrongPartError(message, "ACTIONS")
    return found


def as_actions(found: object, actions: Callable[..., object]) -> tuple[Any, ...]:
    """What the function `actions` returned, as a tuple of actions."""
    if found is None or not isinstance(found, Iterable):
        message = f"must return a list of actions, got {shown(found)}"
        raise wrong_answer("actions", actions, message)
    try:
        return listed(found)
    except UsageError as error:
        message = str(error).removeprefix("actions ")
        raise wrong_answer("actions", actions, message) from None
    except BaseException as error:
        report("actions", actions, error)


def checked_actions(
    actions: Iterable[Any] | Callable[[Any], Iterable[Any]],
) -> tuple[Any, ...] | Callable[[Any], Iterable[Any]]:
    """A list of actions as a tuple, or the function as it is (an enum is both; it is a list)."""
    if isinstance(actions, Iterable):
        found = listed(actions)
        if not found:
            message = "actions is empty; give at least one action, or a function of a state"
            raise WrongPartError(message, "ACTIONS")
        return found
    if not callable(actions):
        wanted = "a list, or a function of a state that gives one"
        raise WrongPartError(f"actions must be {wanted}, got {shown(actions)}", "ACTIONS")
    check_function("actions", actions, ("state",))
    return actions


def as_state(
    answer: Any,
    transition: Callable[..., object],
    convert: Callable[[Any], Any],
    role: str = "transition",
) -> Any:
    """`convert` of a state that the transition returned.

    Raises `ModelError` about the transition where `convert` does not take such states.
    """
    try:
        return convert(answer)
    except UsageError as error:
        message = f"must return another kind of state: {error}"
        raise wrong_answer(role, transition, message) from None


def check_state(
    answer: float | None,
    transition: Callable[..., object],
    role: str = "transition",
    *,
    is_nothing_a_state: bool,
) -> None:
    """Raise `NotAllowedError` for None, unless the start is None, and `ModelError` for nan.

    A transition that returns nothing but None has forgotten to return the new state.
    """
    if answer is None and not is_nothing_a_state:
        if returns_nothing(transition):
            raise wrong_answer(role, transition, "must return the new state, got None")
        raise NotAllowedError(f"{role} returned None")
    if answer is not None and answer != answer:
        wrong = "must return a state that is equal to itself, got nan"
        raise wrong_answer(role, transition, wrong)


def not_allowed(
    transition: Callable[..., object], error: BaseException, role: str = "transition"
) -> NoReturn:
    """Say what it means that the transition raised `error`: `NotAllowedError`, or a slip."""
    if isinstance(error, (*MISTAKES, *PASSING)) or not isinstance(error, Exception):
        report(role, transition, error)
    raise NotAllowedError(error_text(error)) from error


def as_status(
    answer: object, terminal: Callable[..., object], role: str = "terminal", place: str = ""
) -> Status:
    """A status, its word, or a truth value (True: the episode is over); None is no end yet."""
    if isinstance(answer, Status):
        return answer
    if isinstance(answer, str) and answer in STATUS_WORDS:
        return STATUS_WORDS[answer]
    if answer is None or isinstance(answer, bool) or type(answer).__name__ in ("bool", "bool_"):
        return Status.OVER if answer else Status.CONTINUE
    wanted = "True, False, or one of 'success', 'failure', 'over', 'continue'"
    wanted = f"{place} {wanted}".strip()
    raise wrong_answer(role, terminal, f"must return {wanted}, got {shown(answer)}")


def as_reward(
    answer: object, reward: Callable[..., object], role: str = "reward", place: str = ""
) -> float:
    """A number as a float, or as an `int` where a float would round it.

    Whole numbers of other types, such as numpy's, are exact as well.
    """
    value = _number(answer)
    if -MAX_REWARD < value < MAX_REWARD:
        return value
    wanted = "a finite number"
    if MAX_REWARD <= abs(value) < math.inf:
        wanted = f"a number below {MAX_REWARD:g}"
    wanted = f"{place} {wanted}".strip()
    raise wrong_answer(role, reward, f"must return {wanted}, got {shown(answer)}")


def _number(answer: Any) -> float:
    """The number that an answer stands for; nan if it stands for none."""
    if isinstance(answer, str | bytes | bytearray):
        return math.nan
    try:
        return as_number(answer)
    except (TypeError, ValueError, OverflowError):
        return math.nan
