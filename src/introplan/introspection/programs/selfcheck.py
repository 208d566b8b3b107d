"""Check yourself: the operators and payments against the real functions, on sampled steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from introplan.introspection.programs.arithmetic import conjoin
from introplan.introspection.programs.compiling import compiled
from introplan.introspection.programs.terms import action_key
from introplan.introspection.programs.values import as_term

CHECKED = 1500


def contradiction(reading: Any) -> str | None:
    """What a sampled step shows that the analysis denies; None if they agree."""
    steps = _steps_of(reading)
    transitions = reading.sample.transitions
    stride = max(1, len(transitions) // CHECKED)
    for before, action, after, reward, _ in transitions[::stride]:
        values = reading.read(before)
        found = [check(values) for check in steps.get(action_key(action), ())]
        taken = [(row, paid) for row, paid in found if row is not None]
        if len(taken) != 1:
            return f"{len(taken)} operators apply at {before!r:.80} with {action!r:.40}"
        row, paid = taken[0]
        if row != reading.read(after):
            return f"{action!r:.40} at {before!r:.80} gives another state"
        if paid is not None and not _agree(paid, reward):
            return f"{action!r:.40} at {before!r:.80} pays {reward}, not {paid}"
    return None


def _agree(paid: list[Any], reward: float) -> bool:
    return len(paid) == 1 and math.isclose(paid[0], reward, rel_tol=1e-9, abs_tol=1e-15)


def _steps_of(reading: Any) -> dict[Any, list[Callable[[Any], Any]]]:
    """For each action, functions that give the next row and what is paid, if they apply."""
    payments: dict[int, list[Any]] = {}
    for payment in reading.payments or ():
        payments.setdefault(id(payment.operator), []).append(payment)
    steps: dict[Any, list[Callable[[Any], Any]]] = {}
    for operator in reading.operators:
        own = payments.get(id(operator)) if reading.payments is not None else None
        check = _step(reading, operator, own)
        steps.setdefault(action_key(operator.action), []).append(check)
    return steps


def _step(reading: Any, operator: Any, payments: Any) -> Callable[[Any], Any]:
    order = reading.order
    after = [operator.effects.get(var, var) for var in order]
    conditions = [conjoin(p.conditions) for p in payments or ()]
    values = [as_term(p.value) for p in payments or ()]
    function = compiled([operator.guard, *conditions, *values, *after], order)
    count = len(conditions)

    def check(row: tuple[Any, ...]) -> tuple[Any, Any]:
        found = function(row)
        if not found[0]:
            return None, None
        held = found[1 : 1 + count]
        paid = [v for v, h in zip(found[1 + count : 1 + 2 * count], held, strict=True) if h]
        return tuple(found[1 + 2 * count :]), (None if payments is None else paid)

    return check
