"""Numbers that change (PDDL 2.1, level 2: Fox and Long 2003): expressions, comparisons, effects.

An expression is a number, a function of objects such as `(fuel t1)`, or arithmetic over
expressions (`arithmetic.py`). An expression is *undefined*, None here, where it reads a function
without a value, or its arithmetic is. A comparison with an undefined side is false, and an action
of which an effect is undefined, or of which effects contradict each other, cannot be done.

>>> fuel = FunctionTerm("fuel", (Constant("t1"),))
>>> need = Comparison(">=", fuel, Arithmetic("*", (2.0, 3.0)))
>>> print(need, need.holds({fuel: 6.0}.get), need.holds({}.get))
(>= (fuel t1) (* 2 3)) True False
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from introplan.relational.arithmetic import calculated, new_value, number_text
from introplan.relational.terms import Constant, Moment, Term, Variable


@dataclass(frozen=True, slots=True)
class FunctionTerm:
    """A number that belongs to objects: (distance a b); read in the state after the action."""

    name: str
    terms: tuple[Term, ...]
    moment: Moment = Moment.AFTER

    def at(self, moment: Moment) -> FunctionTerm:
        """The same number read at another moment."""
        return self if moment is self.moment else FunctionTerm(self.name, self.terms, moment)

    def __hash__(self) -> int:
        return hash((self.name, self.terms))

    @property
    def plain(self) -> str:
        """The text without the moment: (distance a b)."""
        return f"({' '.join([self.name, *map(str, self.terms)])})"

    def __str__(self) -> str:
        return self.plain if self.moment is Moment.AFTER else f"({self.moment.value} {self.plain})"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+` and `*` of any number of parts, `-` of one or two, `/` of two."""

    operator: str
    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return f"({' '.join([self.operator, *map(expression_text, self.parts)])})"


Expression: TypeAlias = float | FunctionTerm | Arithmetic
Lookup: TypeAlias = Callable[[FunctionTerm], float | None]
"""The value of a ground function, None where it has none."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two expressions compared: (>= (fuel t1) 3)."""

    operator: str
    left: Expression
    right: Expression

    def holds(self, lookup: Lookup) -> bool:
        """Is it true? It must be ground; an undefined side makes it false."""
        left, right = value_of(self.left, lookup), value_of(self.right, lookup)
        return left is not None and right is not None and COMPARE[self.operator](left, right)

    @property
    def functions(self) -> Iterator[FunctionTerm]:
        """Every function that it reads, left to right."""
        yield from functions_of(self.left)
        yield from functions_of(self.right)

    @property
    def moment(self) -> Moment:
        """BEFORE if it reads the state before the action alone, else AFTER."""
        moments = {term.moment for term in self.functions}
        return Moment.BEFORE if moments == {Moment.BEFORE} else Moment.AFTER

    def at(self, moment: Moment) -> Comparison:
        """The comparison with every function read at one moment."""
        return self.mapped(lambda term: term.at(moment))

    def mapped(self, change: Callable[[FunctionTerm], Expression]) -> Comparison:
        """The comparison with other functions, or expressions, in place of its functions."""
        return Comparison(self.operator, mapped(self.left, change), mapped(self.right, change))

    @property
    def plain(self) -> str:
        """The text with every function at the moment AFTER."""
        left, right = (expression_text(mapped(x, _after)) for x in (self.left, self.right))
        return f"({self.operator} {left} {right})"

    def __str__(self) -> str:
        if self.moment is Moment.BEFORE:
            return f"(before {self.plain})"
        return f"({self.operator} {expression_text(self.left)} {expression_text(self.right)})"

    def __repr__(self) -> str:
        return str(self)


COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class NumericEffect:
    """(increase (fuel ?t) 2); the amount is read before the action."""

    operator: str
    target: FunctionTerm
    amount: Expression

    def __str__(self) -> str:
        return f"({self.operator} {self.target} {expression_text(self.amount)})"


def _after(term: FunctionTerm) -> FunctionTerm:
    return term.at(Moment.AFTER)


def expression_text(expression: Expression) -> str:
    """An expression as PDDL."""
    if isinstance(expression, FunctionTerm | Arithmetic):
        return str(expression)
    return number_text(expression)


def functions_of(expression: Expression) -> Iterator[FunctionTerm]:
    """Every function in an expression, left to right."""
    if isinstance(expression, FunctionTerm):
        yield expression
    elif isinstance(expression, Arithmetic):
        for part in expression.parts:
            yield from functions_of(part)


def constants_of(expression: Expression) -> Iterator[float]:
    """Every number that stands in an expression."""
    if isinstance(expression, Arithmetic):
        for part in expression.parts:
            yield from constants_of(part)
    elif not isinstance(expression, FunctionTerm):
        yield expression


def mapped(expression: Expression, change: Callable[[FunctionTerm], Expression]) -> Expression:
    """The expression with other expressions in place of its functions."""
    if isinstance(expression, FunctionTerm):
        return change(expression)
    if isinstance(expression, Arithmetic):
        parts = tuple(mapped(part, change) for part in expression.parts)
        return Arithmetic(expression.operator, parts)
    return expression


def ground_function(term: FunctionTerm, binding: Mapping[Variable, Term]) -> FunctionTerm:
    """The function of the objects that `binding` has for its variables."""
    terms = [binding.get(t, t) if isinstance(t, Variable) else t for t in term.terms]
    return FunctionTerm(term.name, tuple(terms), term.moment)


def substituted(effect: NumericEffect, binding: Mapping[Variable, Term]) -> NumericEffect:
    """The effect with terms in place of variables."""
    target = ground_function(effect.target, binding)
    amount = mapped(effect.amount, lambda term: ground_function(term, binding))
    return NumericEffect(effect.operator, target, amount)


def value_of(expression: Expression, lookup: Lookup) -> float | None:
    """The value of a ground expression, None where it is undefined."""
    if isinstance(expression, FunctionTerm):
        return lookup(expression)
    if not isinstance(expression, Arithmetic):
        return expression
    values: list[float] = []
    for part in expression.parts:
        value = value_of(part, lookup)
        if value is None:
            return None
        values.append(value)
    return calculated(expression.operator, values)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The values of functions in a state: those that no action changes, and those that some do.

    States of one task share the `fixed` ones; states are told apart by the `changing` ones.
    """

    fixed: Mapping[FunctionTerm, float] = field(default_factory=dict, compare=False)
    changing: Mapping[FunctionTerm, float] = field(default_factory=dict)

    def value(self, term: FunctionTerm) -> float | None:
        """The value of a ground function, whatever its moment."""
        key = term.at(Moment.AFTER)
        found = self.changing.get(key)
        return self.fixed.get(key) if found is None else found

    def after(self, changed: Mapping[FunctionTerm, float]) -> Numbers:
        """The numbers with other values for some functions."""
        return replace(self, changing={**self.changing, **changed}) if changed else self

    def __hash__(self) -> int:
        return hash(frozenset(self.changing.items()))

    @property
    def texts(self) -> list[str]:
        """The changing values as the `:init` section has them, sorted."""
        return sorted(f"(= {term} {number_text(v)})" for term, v in self.changing.items())


NO_NUMBERS = Numbers()


def ground_values(
    effects: Iterable[tuple[NumericEffect, Mapping[Variable, Constant]]], lookup: Lookup
) -> dict[FunctionTerm, float] | None:
    """The new values that effects with bindings give; None if the action cannot be done."""
    found: dict[FunctionTerm, list[tuple[str, float]]] = {}
    for effect, binding in effects:
        amount = _amount(effect.amount, binding, lookup)
        if amount is None:
            return None
        target = ground_function(effect.target, binding)
        found.setdefault(target, []).append((effect.operator, amount))
    values: dict[FunctionTerm, float] = {}
    for target, changes in found.items():
        value = new_value(lookup(target), changes)
        if value is None:
            return None
        values[target] = value
    return values


def _amount(
    expression: Expression, binding: Mapping[Variable, Constant], lookup: Lookup
) -> float | None:
    return value_of(mapped(expression, lambda term: ground_function(term, binding)), lookup)
