"""Numbers for the native engine: comparisons as relations between objects, effects as integers.

`(>= (fuel ?t) (distance ?a ?b))` is a relation between a truck and two places. Comparisons of one
form share a predicate, whatever variables or objects stand in it, so that a ground comparison is a
row like any other; the kernel decides these rows from the values of the functions. No name in a
file has a space, so no predicate of a model has such a name.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator

from introplan.relational.arithmetic import EFFECTS
from introplan.relational.formula import Constant, Moment, Predicate, Term, Variable
from introplan.relational.numbers import (
    COMPARE,
    Arithmetic,
    Comparison,
    Expression,
    FunctionTerm,
    Numbers,
    NumericEffect,
    functions_of,
    ground_function,
)
from introplan.search.compiled import Symbols
from introplan.search.relaxed_numbers import UP, helpful_directions

CONSTANT, FUNCTION, *_OPERATIONS = range(6)
OPERATIONS = dict(zip("+-*/", _OPERATIONS, strict=True))
Slot = Callable[[Term], int]


def function_predicate(term: FunctionTerm) -> Predicate:
    """What stands for a function among the relations of the kernel."""
    return Predicate(f"function {term.name}", len(term.terms))


class Comparisons:
    """The forms of comparisons met so far, by their predicates."""

    def __init__(self, symbols: Symbols, start: Numbers, changing: frozenset[str]) -> None:
        self._symbols = symbols
        self._start = start
        self._changing = changing
        self._forms: dict[Predicate, Comparison] = {}

    def __bool__(self) -> bool:
        return bool(self._forms)

    def named(self, comparison: Comparison) -> tuple[Predicate, tuple[Term, ...]]:
        """The predicate of a comparison, and the terms that it applies to."""
        terms = tuple(dict.fromkeys(t for f in comparison.functions for t in f.terms))
        places = {term: Variable(str(place)) for place, term in enumerate(terms)}
        form = comparison.at(Moment.AFTER).mapped(
            lambda f: FunctionTerm(f.name, tuple(places[t] for t in f.terms))
        )
        predicate = Predicate(f"compare {form}", len(terms))
        if predicate not in self._forms:
            self._forms[predicate] = form
            for function in form.functions:
                self._symbols.key(function_predicate(function))
        return predicate, terms

    def is_static(self, comparison: Comparison) -> bool:
        """Does it read no number that some action changes?"""
        return all(term.name not in self._changing for term in comparison.functions)

    def encoded(self, predicate: Predicate) -> list[int] | None:
        """The comparison that a predicate stands for; None if it is another predicate."""
        form = self._forms.get(predicate)
        if form is None:
            return None
        left, right = (self.expression(side, _place) for side in (form.left, form.right))
        return [list(COMPARE).index(form.operator), *left, *right, *self._readings(form)]

    def _readings(self, form: Comparison) -> list[int]:
        """The functions that change, and the directions that make it false and true."""
        false, true = (helpful_directions(form, truth) for truth in (False, True))
        changing = [term for term in true if term.name in self._changing]
        encoded = [len(changing)]
        for term in changing:
            encoded += self._function(term, _place)
            encoded += [sum(2 if d is UP else 1 for d in found[term]) for found in (false, true)]
        return encoded

    def decoded(
        self, predicate: Predicate, terms: tuple[Constant, ...], moment: Moment
    ) -> Comparison | None:
        """The ground comparison of a row, fixed numbers put in; None for another predicate."""
        form = self._forms.get(predicate)
        if form is None:
            return None
        binding = {Variable(str(place)): term for place, term in enumerate(terms)}

        def value(term: FunctionTerm) -> Expression:
            ground = ground_function(term, binding)
            known = self._start.fixed.get(ground)
            is_fixed = term.name not in self._changing and known is not None
            return known if is_fixed and known is not None else ground.at(moment)

        return form.mapped(value)

    def effects(self, effects: Iterable[NumericEffect], slot: Slot) -> list[int]:
        """What an action does to numbers."""
        encoded: list[list[int]] = []
        for effect in effects:
            read = functions_of(effect.amount)
            is_fixed = all(term.name not in self._changing for term in read)
            target = self._function(effect.target, slot)
            amount = self.expression(effect.amount, slot)
            encoded.append([EFFECTS.index(effect.operator), *target, int(is_fixed), *amount])
        return [len(encoded), *(number for part in encoded for number in part)]

    def expression(self, expression: Expression, slot: Slot) -> list[int]:
        """An expression in preorder."""
        if isinstance(expression, FunctionTerm):
            return [FUNCTION, *self._function(expression, slot)]
        if isinstance(expression, Arithmetic):
            parts = [self.expression(part, slot) for part in expression.parts]
            flat = (number for part in parts for number in part)
            return [OPERATIONS[expression.operator], len(parts), *flat]
        return [CONSTANT, *struct.unpack("<ii", struct.pack("<d", expression))]

    def values(self) -> Iterator[tuple[int, list[int], float]]:
        """The values at the start: function, objects, number."""
        for values in (self._start.fixed, self._start.changing):
            for term, value in values.items():
                key = self._symbols.key(function_predicate(term))
                objects = [self._symbols.value(t) for t in term.terms if isinstance(t, Constant)]
                yield key, objects, float(value)

    def _function(self, term: FunctionTerm, slot: Slot) -> list[int]:
        slots = [slot(t) for t in term.terms]
        return [self._symbols.key(function_predicate(term)), len(slots), *slots]


def _place(term: Term) -> int:
    return int(term.name)
