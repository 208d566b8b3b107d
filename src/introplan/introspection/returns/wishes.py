"""Wishes: a reward as a list of conditions with weights.

Most rewards are sums (an additive utility; Keeney & Raiffa 1976): so much for each condition that
holds after a step, less so much for others. A *wish* is one term of such a sum. Those that are
wanted pay their weight where their condition holds; the others are penalties, conditions to avoid.
The reward of a step is the sum of the weights of what it meets, less that of the penalties.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from introplan.mdp import display_number


class Wish(NamedTuple):
    """A term of a reward: `weight` is paid where `condition` holds, or lost if it is not `wanted`.

    The weight is positive. The condition is of the world's own kind: of relational tasks a
    `ForEach` (a formula that counts once for each binding of its variables), of worlds in Python a
    `StepCondition`; `str()` of it is its text.
    """

    weight: float
    condition: Any
    wanted: bool

    @property
    def value(self) -> float:
        """What is paid where the condition holds: the weight with its sign."""
        return self.weight if self.wanted else -self.weight

    def __str__(self) -> str:
        """The wish as a line: its value, and its condition."""
        return f"{'+' if self.wanted else '-'}{display_number(self.weight)} {self.condition}"


@dataclass(frozen=True, slots=True, eq=False)
class StepCondition:
    """A condition on a step of a world in Python, or a number that it depends on.

    `amount(before, action, after)` is 1 where the condition holds and 0 where it does not. Where
    the reward counts a number of the state (`2 * fuel`), it is that number, from `least` to
    `most`, and the weight of the wish counts once for each unit of it.
    """

    text: str
    amount: Callable[[Any, Any, Any], float]
    least: float = 0
    most: float = 1
    is_number: bool = False

    def holds(self, before: Any, action: Any, after: Any) -> bool:
        """Does the condition hold on this step; is the number other than 0?"""
        return bool(self.amount(before, action, after))

    def __str__(self) -> str:
        """The condition, as the end of a sentence that begins with what is paid."""
        return self.text
