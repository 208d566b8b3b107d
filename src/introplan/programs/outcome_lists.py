"""What `outcomes(state, action)` may answer: lists with probabilities, checked.

(probability, state), or with the reward and the end of each, (probability, state, reward, is
over), as in the tables of Gymnasium; or a dictionary of states with their probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum, isfinite
from typing import Any

from introplan.mdp import NotAllowedError
from introplan.programs.user_code import shown, wrong_answer

ROUNDING = 1e-6
"""Probabilities may miss 1 by this much: tables are often rounded."""

WANTED = (
    "a list of (probability, state) or (probability, state, reward, is over), or a dictionary of "
    "states with their probabilities"
)

Outcomes = Callable[[Any, Any], Any]


def weighted(outcomes: Outcomes, answer: Any) -> list[tuple[float, tuple[Any, ...]]]:
    """The outcomes that can come, their probabilities adding up to 1.

    Raises `NotAllowedError` for None and for an empty list, and what `wrong_answer` makes for what
    is no such list.
    """
    if answer is None:
        raise NotAllowedError("outcomes returned None")
    if isinstance(answer, Mapping):
        answer = [(probability, state) for state, probability in answer.items()]
    try:
        entries = [tuple(entry) for entry in answer]
    except TypeError:
        entries = [()]
    if not entries:
        raise NotAllowedError("outcomes returned an empty list")
    if any(len(entry) not in (2, 3, 4) for entry in entries):
        raise wrong_answer("outcomes", outcomes, f"must return {WANTED}, got {shown(answer)}")
    _check_order(outcomes, entries)
    weights = [_probability(outcomes, entry[0]) for entry in entries]
    total = fsum(weights)
    if abs(total - 1) > ROUNDING:
        wrong = f"must return probabilities that add up to 1, got {total:.9g}"
        raise wrong_answer("outcomes", outcomes, wrong)
    pairs = zip(weights, entries, strict=True)
    return [(weight / total, entry[1:]) for weight, entry in pairs if weight > 0]


def _probability(outcomes: Outcomes, given: Any) -> float:
    try:
        value = float(given)
    except (TypeError, ValueError):
        value = -1.0
    if not (isfinite(value) and value >= 0):
        wrong = f"must return probabilities, got {shown(given)}; write {WANTED}"
        raise wrong_answer("outcomes", outcomes, wrong)
    return value


def _check_order(outcomes: Outcomes, entries: list[tuple[Any, ...]]) -> None:
    """Raise where states stand first: what stands second adds up to 1, and they do not."""
    firsts, seconds = [entry[0] for entry in entries], [entry[1] for entry in entries]
    if not all(isinstance(s, float) for s in seconds) or abs(fsum(seconds) - 1) > ROUNDING:
        return
    are_numbers = all(isinstance(first, int | float) for first in firsts)
    if not are_numbers or abs(fsum(firsts) - 1) > ROUNDING:
        wrong = f"must put probabilities first, got {shown(entries)}; write {WANTED}"
        raise wrong_answer("outcomes", outcomes, wrong)
