"""Lists of successors held against what was read of them: the same states, rewards and ends.

The self-check (`selfcheck.py`) for worlds whose actions are the states after them: which place of
the list a successor stood in is not known, so all of a state's successors are compared at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.states import build
from introplan.mdp import NotAllowedError, attempt
from introplan.programs.listed_successors import ListedSuccessor, successor_with_row
from introplan.programs.user_code import PASSING
from introplan.symbolic.terms.compile import compiled

Row = tuple[Any, ...]


def action_in(reading: Any, operator: Operator, row: Row, state: Any) -> Any:
    """The action of an operator as the user's functions know it in a state.

    Raises `NotAllowedError` where the list of successors has none like it.
    """
    if not isinstance(operator.action, ListedSuccessor):
        return operator.action
    after = [operator.effects.get(var, var) for var in reading.order]
    wanted = tuple(compiled(after, reading.order)(row))
    found = successor_with_row(reading.task, reading.read, state, wanted)
    if found is None:
        raise NotAllowedError("no such successor is listed")
    return found


def wrong_list(
    reading: Any,
    rows: Iterable[Row],
    predicted: Callable[[Row], Sequence[Any]],
    fits: Callable[[Any, float, Any], bool],
    is_over: Callable[[], bool],
) -> str | None:
    """A state whose successors are not those that were read; None if there is none.

    `predicted` gives what was read of all that follows a row, and `fits` says whether the reward
    and the status of a step are what was read of it.
    """
    for row in rows:
        real = _real(reading, row)
        if real is None:
            continue
        made: dict[Row, list[Any]] = {}
        for found in predicted(row):
            made.setdefault(found.row, []).append(found)
        if made.keys() != {after for after, _, _ in real}:
            return f"{row!r:.80} is followed by other states"
        for after, reward, status in real:
            if not any(fits(found, reward, status) for found in made[after]):
                return f"{row!r:.80} is followed by {after!r:.80} with another reward or end"
        if is_over():
            break
    return None


def _real(reading: Any, row: Row) -> list[tuple[Row, float, Any]] | None:
    """What follows a row: rows, rewards and statuses; None where there is no such state."""
    found = []
    try:
        before = build(reading.shape, list(row))
        if reading.read(before) != row:
            return None
        for action in reading.task.actions(before):
            outcome = attempt(reading.task, before, action)
            if outcome is None:
                return None
            found.append((reading.read(outcome.state), outcome.reward, outcome.status))
    except PASSING:
        raise
    except Exception:  # whatever it is: the functions are not made for such a state
        return None
    return found
