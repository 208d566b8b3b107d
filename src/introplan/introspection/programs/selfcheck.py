"""Check yourself: the operators and payments against the real functions.

First on the steps that were sampled. They are all near the start, and a construct that is misread
may show only where nobody has been yet. So for every way through the functions a state is made up
that takes it (`witnesses`), and some more are drawn from everywhere; what the functions do there
must be what the analysis says.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.rewards import Payment
from introplan.introspection.programs.states import build
from introplan.mdp import Outcome, attempt
from introplan.programs.user_code import PASSING
from introplan.symbolic.constraints.interval import domain_of
from introplan.symbolic.constraints.witnesses import Row, drawn, witnesses
from introplan.symbolic.interpreter.values import as_term
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.compile import compiled, compiled_one
from introplan.symbolic.terms.term import action_key

CHECKED = 1500
"""Sampled steps to look at."""

MADE_UP, DRAWN = 200, 400
"""States to make up for the ways through the functions, and to draw from everywhere."""


class Step(NamedTuple):
    """What a real function did; no outcome if it raised."""

    before: Any
    row: Row
    action: Any
    outcome: Outcome[Any] | None


def contradiction(reading: Any, is_over: Callable[[], bool]) -> str | None:
    """What a real step shows that the analysis denies; None if they agree, or time is up."""
    checks = _checks_of(reading)
    for step in chain(_sampled(reading), _made_up(reading)):
        problem = _difference(reading, checks.get(action_key(step.action), ()), step)
        if problem is not None:
            return f"{step.action!r:.40} at {step.before!r:.80} {problem}"
        if is_over():
            break
    return None


def _difference(reading: Any, checks: Sequence[Callable[[Row], Any]], step: Step) -> str | None:
    found = [check(step.row) for check in checks]
    taken = [(row, paid) for row, paid in found if row is not None]
    if step.outcome is None:
        return "is not allowed" if taken else None
    if len(taken) != 1:
        return f"is allowed by {len(taken)} operators"
    row, paid = taken[0]
    if row != reading.read(step.outcome.state):
        return "gives another state"
    if paid is not None and not _agree(paid, step.outcome.reward):
        return f"pays {step.outcome.reward}, not {paid}"
    return None


def _agree(paid: list[Any], reward: float) -> bool:
    return len(paid) == 1 and math.isclose(paid[0], reward, rel_tol=1e-9, abs_tol=1e-15)


def _sampled(reading: Any) -> Iterator[Step]:
    transitions = reading.sample.transitions
    stride = max(1, len(transitions) // CHECKED)
    for before, action, after, reward, status in transitions[::stride]:
        yield Step(before, reading.read(before), action, Outcome(after, reward, status))


def _made_up(reading: Any) -> Iterator[Step]:
    """Steps from states that may be out of reach, but are such as the analysis speaks of."""
    known = {tuple(row) for row in reading.rows}
    meets = [compiled_one(meeting, reading.order) for meeting in reading.meetings]
    for row, action in chain(_on_every_way(reading), _anywhere(reading)):
        if row not in known and not any(meeting(row) for meeting in meets):
            step = _taken(reading, row, action)
            if step is not None:
                yield step


def _on_every_way(reading: Any) -> Iterator[tuple[Row, Any]]:
    """A few states for each way through the transition, also with the reward and the terminal."""
    near = [reading.rows[0], reading.rows[-1]]
    ways = [*(reading.payments or reading.operators), *(reading.endings or ()), *reading.raising]
    for way in _spread(ways, MADE_UP // len(near)):
        operator: Operator = way.operator if isinstance(way, Payment) else way
        further = way.conditions if isinstance(way, Payment) else ()
        conditions = (*operator.conditions, *further)
        for row in witnesses(reading.order, operator.box, conditions, near):
            yield row, operator.action


def _spread(ways: Sequence[Any], most: int) -> Sequence[Any]:
    return ways[:: math.ceil(len(ways) / most)] if ways else ways


def _anywhere(reading: Any) -> Iterator[tuple[Row, Any]]:
    rng = random.Random(0)
    for _ in range(DRAWN):
        near = rng.choice(reading.rows)
        domains = [domain_of(var, reading.box) for var in reading.order]
        row = [drawn(rng, d, now) for d, now in zip(domains, near, strict=True)]
        yield tuple(row), rng.choice(reading.actions)


def _taken(reading: Any, row: Row, action: Any) -> Step | None:
    """What the real functions do; None where there is no such state, or no such action there."""
    try:
        before = build(reading.shape, list(row))
        if reading.read(before) != row or action not in reading.task.actions(before):
            return None
        outcome = attempt(reading.task, before, action)
        if outcome is not None:
            reading.read(outcome.state)
    except PASSING:
        raise
    except Exception:  # whatever it is: the functions are not made for such a state
        return None
    return Step(before, row, action, outcome)


def _checks_of(reading: Any) -> dict[Any, list[Callable[[Row], Any]]]:
    """For each action, functions that give the next row and what is paid, if they apply."""
    payments: dict[int, list[Any]] = {}
    for payment in reading.payments or ():
        payments.setdefault(id(payment.operator), []).append(payment)
    checks: dict[Any, list[Callable[[Row], Any]]] = {}
    for operator in reading.operators:
        own = payments.get(id(operator)) if reading.payments is not None else None
        check = _check(reading, operator, own)
        checks.setdefault(action_key(operator.action), []).append(check)
    return checks


def _check(reading: Any, operator: Operator, payments: Any) -> Callable[[Row], Any]:
    order = reading.order
    after = [operator.effects.get(var, var) for var in order]
    conditions = [conjoin(p.conditions) for p in payments or ()]
    values = [as_term(p.value) for p in payments or ()]
    function = compiled([operator.guard, *conditions, *values, *after], order)
    count = len(conditions)

    def check(row: Row) -> tuple[Any, Any]:
        found = function(row)
        if not found[0]:
            return None, None
        held = found[1 : 1 + count]
        paid = [v for v, h in zip(found[1 + count : 1 + 2 * count], held, strict=True) if h]
        return tuple(found[1 + 2 * count :]), (None if payments is None else paid)

    return check
