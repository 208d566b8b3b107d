"""Score bounds: how often r_max can be paid, and what other steps pay at most.

The score of an episode is at most the number of milestones that fit into it times r_max, plus the
second best reward for every other step. Both numbers are read off the operators and payments.
"""

from __future__ import annotations

from introplan.introspection.heuristics.additive import Target
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.terms.substitute import substituted


def least_gap(reading: Reading, target: Target | None) -> int:
    """2 if no step leads from a milestone straight to a milestone, otherwise 1."""
    if target is None or target.due or reading.operators is None:
        return 1
    condition = target.condition
    for operator in reading.operators:
        known = operator.known.copy()
        if not known.learn(condition, True):
            continue
        if known.truth(substituted(condition, operator.effects)) is not False:
            return 1
    return 2


def second_reward(reading: Reading, most: float | None) -> float:
    """The most that a step pays which does not pay r_max."""
    if most is None:
        return 0.0
    if reading.payments is None:
        return most
    if any(p.least < most <= p.most for p in reading.payments):
        return most
    return max((p.most for p in reading.payments if p.most < most), default=most)
