"""How often r_max can be paid: the steps that must lie between two milestones."""

from __future__ import annotations

from introplan.introspection.programs.knowledge import Knowledge
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.substitution import substituted
from introplan.introspection.programs.targets import Target


def least_gap(reading: Reading, target: Target | None) -> int:
    """2 if no step leads from a milestone straight to a milestone, otherwise 1."""
    if target is None or target.due or reading.operators is None:
        return 1
    condition = target.condition
    for operator in reading.operators:
        knowledge = Knowledge(dict(operator.box), dict.fromkeys(operator.conditions, True))
        if not knowledge.learn(condition, True):
            continue
        if knowledge.truth(substituted(condition, operator.effects)) is not False:
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
