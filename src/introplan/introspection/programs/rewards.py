"""Payments: what the reward pays on each operator, and under which further condition.

The reward is run on the state before, the action, and the state after *as the operator makes it*:
what was a difference of two scores becomes a number, and combinations that no step can bring
about are found contradictory and dropped. What is asked of a payment is its condition, so that
conditions on the state before, on the action and on the state after are all one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Integral, Number
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.shape import Shape
from introplan.introspection.programs.states import filled_shape, symbolic
from introplan.mdp import as_number
from introplan.programs.listed_successors import ListedSuccessor
from introplan.symbolic.constraints.entailment import minimal
from introplan.symbolic.constraints.interval import Box, bounds
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Value,
    is_concrete,
    is_term,
    plain_number,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import conjoin, negate
from introplan.symbolic.terms.term import Term, Var

if TYPE_CHECKING:
    from introplan.symbolic.interpreter import interpreter, paths
    from introplan.symbolic.interpreter.execution import Context, Execution
else:  # payments that are kept are used without it
    interpreter = deferred("introplan.symbolic.interpreter.interpreter")
    paths = deferred("introplan.symbolic.interpreter.paths")


@dataclass(frozen=True, slots=True, eq=False)
class Payment:
    """An operator, a further condition on the state before it, and what is paid then."""

    operator: Operator
    conditions: tuple[Term, ...]
    value: Value
    least: float
    most: float
    line: int
    known: PathCondition
    """What holds where this is paid; to be copied before more is learnt."""

    around: Box
    """The ranges of all states: what they entail need not be said."""

    @property
    def condition(self) -> Term:
        """All that must hold before the action, without redundant conjuncts; worked out anew."""
        return minimal(self.constraint, self.around)

    @property
    def constraint(self) -> Term:
        """The same condition as it was read, redundant conjuncts and all."""
        return conjoin([*self.operator.conditions, *self.conditions])


def payments(
    context: Context,
    function: Callable[..., Any],
    operators: Sequence[Operator],
    *,
    shape: Shape,
    box: Box,
    within: Callable[[Any], Any] | None = None,
    finish: Callable[[Execution, Value], Value] | None = None,
) -> list[Payment]:
    """What a function of (s, a, s2) answers on each operator; `finish` as in `paths_of`,
    and `split_value` if it is left out.

    `within` finds the same in the answer of a `step`, where operators have that: then the step
    need not be run again.
    """
    found: list[Payment] = []
    for operator in operators:
        if within is None or operator.answer is None:
            asked, arguments = (
                function,
                partial(arguments_of, shape, box, operator.action, operator.effects),
            )
        else:
            asked, arguments = within, partial(_whole_answer, operator.answer)
        ways = interpreter.paths_of(
            context, operator.known, asked, arguments, finish or paths.split_value
        )
        for path in ways:
            if path.raised is None:
                found += _payment(operator, path, box)
    return found


def arguments_of(
    shape: Shape, box: Box, action: Any, after: dict[Var, Term], run: Execution
) -> list[Value]:
    """The state before, the action, and the state after; none of them may be changed."""
    later = filled_shape(shape, after, box, FOREIGN)
    taken = later if isinstance(action, ListedSuccessor) else action
    return [symbolic(shape, box, FOREIGN), taken, later]


def _whole_answer(answer: Value, run: Execution) -> list[Value]:
    return [answer]


def _payment(operator: Operator, path: Any, around: Box) -> list[Payment]:
    literals = tuple(c if choice else negate(c) for c, choice in path.conditions)
    known = operator.known.copy() if literals else operator.known
    if not known.learn_all(literals):
        return []
    value = as_answer(path.result)
    least, most = _bounds(value, known.box)
    line = path.line or operator.line
    return [Payment(operator, literals, value, least, most, line, known, around)]


def as_answer(value: Value) -> Value:
    """What a function answered; numbers of any kind as Python's own."""
    if (
        is_concrete(value)
        and not isinstance(value, bool | int | float)
        and isinstance(value, Number)
    ):
        return int(value) if isinstance(value, Integral) else as_number(value)
    return plain_number(value)


def _bounds(value: Value, box: Box) -> tuple[float, float]:
    if is_term(value):
        return bounds(value, box)
    if isinstance(value, bool | int | float):
        return (value, value)
    if is_concrete(value):
        return (0, 0)
    raise Refused("PY-EXPR", "a reward that is not a number")
