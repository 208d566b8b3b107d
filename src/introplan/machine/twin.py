"""The machine in Python: the same steps from the functions that terms are compiled to.

It is the specification of the native one, and what tests compare both with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from introplan.machine.system import Row, Step, Successor, TransitionSystem
from introplan.mdp import Status
from introplan.symbolic.interpreter.values import as_term
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.compile import compiled


class PythonMachine:
    """Successors of rows of a system, computed in Python."""

    def __init__(self, system: TransitionSystem) -> None:
        self.system = system
        self._functions = [_function_of(system, step) for step in system.steps]

    def successors(self, row: Row) -> list[Successor]:
        """Every step that applies, in order; LookupError where one has no reward or status."""
        found = []
        for number, (step, function) in enumerate(
            zip(self.system.steps, self._functions, strict=True)
        ):
            values = function(row)
            if not values[0]:
                continue
            width, paying = len(self.system.variables), len(step.rewards)
            after, rest = tuple(values[1 : 1 + width]), values[1 + width :]
            reward = _first(rest[:paying], rest[paying : 2 * paying], 0)
            statuses = [case.status for case in step.ends]
            status = _first(rest[2 * paying :], statuses, Status.CONTINUE)
            found.append(Successor(number, after, reward, status))
        return found


def _function_of(system: TransitionSystem, step: Step) -> Callable[[Row], Row]:
    terms = [
        conjoin(step.guard),
        *(step.effects.get(var, var) for var in system.variables),
        *(case.condition for case in step.rewards),
        *(as_term(case.value) for case in step.rewards),
        *(case.condition for case in step.ends),
    ]
    return compiled(terms, system.variables)


def _first(conditions: Sequence[Any], values: Sequence[Any], otherwise: Any) -> Any:
    """The value of the first condition that holds; `otherwise` if there are no cases at all."""
    if not conditions:
        return otherwise
    for condition, value in zip(conditions, values, strict=True):
        if condition:
            return value
    raise LookupError("no case applies")
