"""Asking a policy, in whichever form users have one.

A function of a state, or of a state and the moves left; what `ip.policy` gives; a dictionary from
states to actions; a list or an array with the action of each state that is a number.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from introplan.errors import IntroplanError, UsageError
from introplan.programs.freezing import kept
from introplan.programs.user_code import PASSING, report, shown

WANTED = (
    "a policy is a function of a state, or of a state and the moves left, what ip.policy gives, a "
    "dictionary of states with their actions, or a list of actions where states are numbers"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A policy as a function of a state and the moves left."""

    function: Callable[[Any, int | None], Any]
    may_draw: bool = False
    """Is it a plain function, which need not give the same each time?"""

    def action(self, state: Any, left: int | None) -> Any:
        """What it does; an array of numpy's with a single number is that number."""
        action = self.function(state, left)
        if getattr(action, "shape", None) == () and hasattr(action, "item"):
            return action.item()
        return action


def asked(policy: Any) -> Asked:
    """A policy to be asked; raises `UsageError` for what is none."""
    if isinstance(policy, Mapping):
        return Asked(_by_mapping(policy))
    if isinstance(policy, list | tuple) or getattr(policy, "ndim", 0) == 1:
        return Asked(_by_number(policy))
    function: Any = policy if callable(policy) else getattr(policy, "policy", None)
    if not callable(function):
        raise UsageError(f"{WANTED}; got {shown(policy)}")
    takes_moves = _takes_moves(function)
    if inspect.isfunction(policy) or inspect.ismethod(policy):

        def reporting(state: Any, left: int | None) -> Any:
            arguments = (state, left) if takes_moves else (state,)
            try:
                return function(*arguments)
            except (IntroplanError, *PASSING):
                raise  # it says what is wrong, or is none of the policy's
            except BaseException as error:
                report("the policy", function, error)

        return Asked(reporting, may_draw=True)
    if takes_moves:
        return Asked(function)
    return Asked(lambda state, left: function(state))


def _takes_moves(function: Any) -> bool:
    """Does it take the moves left besides the state?"""
    try:
        signature = inspect.signature(function)
    except ValueError:  # written in C: nothing to read
        return True
    for arguments in ((None, None), (None,)):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return len(arguments) == 2
    raise UsageError(f"{WANTED}; this one takes {signature}")


def _by_mapping(policy: Mapping[Any, Any]) -> Callable[[Any, int | None], Any]:
    by_key: dict[Hashable, Any] = {kept(state): action for state, action in policy.items()}

    def action(state: Any, left: int | None) -> Any:
        try:
            return by_key[kept(state)]
        except KeyError:
            raise UsageError(f"the policy has no action for {shown(state)}") from None

    return action


def _by_number(policy: Any) -> Callable[[Any, int | None], Any]:
    def action(state: Any, left: int | None) -> Any:
        is_place = isinstance(state, int) and not isinstance(state, bool)
        if not is_place or not 0 <= state < len(policy):
            raise UsageError(
                f"the policy is a list of {len(policy):,} actions, and {shown(state)} is no place "
                "in it; give a dictionary or a function of a state"
            )
        return policy[state]

    return action
