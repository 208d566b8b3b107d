"""Formulas that are asked again and again: the same truth as by definition, found sooner.

From one state to the next most of the world stays. So a formula without free variables that
speaks of a single state keeps its answer until a predicate that it mentions changes. Where it
must look again, what decided it last time mostly decides it again: a conjunction is decided by
one false part and a disjunction by one true part, so the order in which the parts are tried does
not matter to the answer, and the decisive one is tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import assert_never

from introplan.logic.evaluation import Moments, is_true
from introplan.logic.formula import (
    And,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.logic.substitution import Binding, free_variables, literals, without

NO_BINDING: Binding = {}


class Remembering:
    """A formula with its last answer, and the child or object that decided it last time."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.parts = [Remembering(child) for child in _children(formula)]
        self.mentioned = {x.predicate for x in literals(formula)}
        self.is_lasting = not free_variables(formula) and all(
            x.moment is Moment.AFTER for x in literals(formula)
        )
        self.answer: bool | None = None
        self.decisive = 0

    def forget(self, changed: Set[Predicate]) -> None:
        """To be told between two questions: literals of these predicates are not as before."""
        if self.mentioned & changed:
            self.answer = None
            for part in self.parts:
                part.forget(changed)

    def holds(self, moments: Moments, binding: Binding = NO_BINDING) -> bool:
        """Is the formula true? The same answer as `logic.evaluation.holds`."""
        if self.answer is not None:
            return self.answer
        answer = self._found(moments, binding)
        if self.is_lasting:
            self.answer = answer
        return answer

    def _found(self, moments: Moments, binding: Binding) -> bool:
        match self.formula:
            case Literal():
                return is_true(self.formula, moments, binding)
            case Not():
                return not self.parts[0].holds(moments, binding)
            case And():
                return not self._some_child(False, moments, binding)
            case Or():
                return self._some_child(True, moments, binding)
            case Exists(variable):
                return self._some_object(True, variable, moments, binding)
            case Forall(variable):
                return not self._some_object(False, variable, moments, binding)
            case _:
                assert_never(self.formula)

    def _some_child(self, value: bool, moments: Moments, binding: Binding) -> bool:
        parts = self.parts
        return self._some(value, len(parts), lambda i: parts[i].holds(moments, binding))

    def _some_object(
        self, value: bool, variable: Variable, moments: Moments, binding: Binding
    ) -> bool:
        constants = moments.objects.of(variable.types)
        inner = dict(without(binding, variable))
        (child,) = self.parts

        def truth_for(i: int) -> bool:
            inner[variable] = constants[i]
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
