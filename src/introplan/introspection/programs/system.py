"""What was read of a program as a transition system, for the machine that runs such systems."""

from __future__ import annotations

from introplan.introspection.programs.ends import status_cases
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.rewards import Payment
from introplan.machine.system import EndCase, RewardCase, Step, TransitionSystem, Unsupported
from introplan.symbolic.terms.build import conjoin


def system_of(reading: Reading) -> TransitionSystem:
    """The system of a reading; raises `Unsupported` where not all of the model was understood."""
    if reading.operators is None or reading.read is None:
        raise Unsupported("the transition was not understood")
    if reading.payments is None:
        raise Unsupported("the reward was not understood")
    if reading.endings is None and reading.task.program.terminal is not None:
        raise Unsupported("the end was not understood")
    paying, ending = _by_operator(reading.payments), _by_operator(reading.endings or [])
    steps = []
    for operator in reading.operators:
        rewards = tuple(
            RewardCase(conjoin(p.conditions), p.value) for p in paying.get(id(operator), ())
        )
        ends = tuple(case for p in ending.get(id(operator), ()) for case in _end_cases(reading, p))
        if not rewards or (reading.endings is not None and not ends):
            raise Unsupported("a step of which reward or end was not understood")
        effects = dict(operator.effects)
        steps.append(Step(operator.action, operator.conditions, effects, rewards, ends))
    return TransitionSystem(tuple(reading.order), dict(reading.box), tuple(steps))


def _by_operator(payments: list[Payment]) -> dict[int, list[Payment]]:
    found: dict[int, list[Payment]] = {}
    for payment in payments:
        found.setdefault(id(payment.operator), []).append(payment)
    return found


def _end_cases(reading: Reading, ending: Payment) -> list[EndCase]:
    found = []
    for status, conditions in status_cases(reading, ending):
        if status is None:
            raise Unsupported("the end is not known to be one of a few answers")
        found.append(EndCase(conjoin(conditions), status))
    return found
