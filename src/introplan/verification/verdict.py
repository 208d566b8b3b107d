"""What the judge of plans and proofs says."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.mdp import Status


@dataclass(frozen=True, slots=True)
class Verdict:
    """Is it a plan, what was it paid, how did the episode stand, and why not.

    `status` is None when the plan does not run; `score`, `cost` and `rewards` are then those of
    the steps before the wrong one.
    """

    valid: bool
    score: float
    status: Status | None
    reason: str
    cost: float
    rewards: tuple[float, ...]


class WrongStepError(Exception):
    """The plan does not run; the text says why."""


class NotProvenError(Exception):
    """The certificate proves nothing; the text says why."""


def total(rewards: tuple[float, ...]) -> float:
    """The sum in order, one rounding per step, as an agent would add up (`sum` rounds less)."""
    paid = 0.0
    for reward in rewards:
        paid += reward
    return paid
