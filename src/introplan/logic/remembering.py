"""Formulas that are asked again and again: the same truth as by definition, found sooner.

A conjunction is decided by one false part and a disjunction by one true part, so the order in
which the parts are tried does not matter to the answer. From one state to the next most of the
world stays, and what decided a formula last time mostly decides it again: try that first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from introplan.logic.evaluation import Moments, holds
from introplan.logic.formula import And, Exists, Forall, Formula, Literal, Not, Or
from introplan.logic.substitution import Binding, without

NO_BINDING: Binding = {}


class Remembering:
    """A formula that tries first the child, or the object, that decided it last time."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.parts = [Remembering(child) for child in _children(formula)]
        self.decisive = 0

    def holds(self, moments: Moments, binding: Binding = NO_BINDING) -> bool:
        """Is the formula true? The same answer as `logic.evaluation.holds`."""
        match self.formula:
            case Literal():
                return holds(self.formula, moments, binding)
            case Not():
                return not self.parts[0].holds(moments, binding)
            case And():
                return not self._some_child(False, moments, binding)
            case Or():
                return self._some_child(True, moments, binding)
            case Exists():
                return self._some_object(True, self.formula, moments, binding)
            case Forall():
                return not self._some_object(False, self.formula, moments, binding)
            case _:
                assert_never(self.formula)

    def _some_child(self, value: bool, moments: Moments, binding: Binding) -> bool:
        parts = self.parts
        return self._some(value, len(parts), lambda i: parts[i].holds(moments, binding))

    def _some_object(
        self, value: bool, formula: Exists | Forall, moments: Moments, binding: Binding
    ) -> bool:
        constants = moments.objects.of(formula.variable.types)
        inner = dict(without(binding, formula.variable))
        (child,) = self.parts

        def truth_for(i: int) -> bool:
            inner[formula.variable] = constants[i]
            return child.holds(moments, inner)

        return self._some(value, len(constants), truth_for)

    def _some(self, value: bool, count: int, truth: Callable[[int], bool]) -> bool:
        """Has one of `count` parts the truth `value`? Starts with the one that had it last."""
        for offset in range(count):
            i = (self.decisive + offset) % count
            if truth(i) is value:
                self.decisive = i
                return True
        return False


def _children(formula: Formula) -> tuple[Formula, ...]:
    match formula:
        case Literal():
            return ()
        case Not(child) | Exists(_, child) | Forall(_, child):
            return (child,)
        case And(children) | Or(children):
            return children
        case _:
            assert_never(formula)
