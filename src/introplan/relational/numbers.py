"""Numbers that change (PDDL 2.1, level 2: Fox and Long 2003): expressions, comparisons, effects.

An expression is a number, a function of objects such as `(fuel t1)`, or arithmetic over
expressions. Whole numbers are exact however large (`mdp.exact`), others are floats as written.
An expression is *undefined*, None here, where it reads a function without a value, divides by
zero, or leaves the range of floats. A comparison with an undefined side is false, and an action
of which an effect is undefined, or of which effects contradict each other, cannot be done.

>>> fuel = FunctionTerm("fuel", (Constant("t1"),))
>>> need = Comparison(">=", fuel, Arithmetic("*", (2.0, 3.0)))
>>> print(need, need.holds({fuel: 6.0}.get), need.holds({}.get))
(>= (fuel t1) (* 2 3)) True False
>>> new_value(5.0, [("increase", 2.0), ("decrease", 4.0)]), new_value(None, [("increase", 1.0)])
(3.0, None)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from introplan.mdp import MAX_EXACT_FLOAT, add, exact
from introplan.relational.terms import Constant, Moment, Term, Variable

MAX_NUMBER = 1e300
"""Numbers below this can be added up: no plan is long enough to reach infinity."""

_MAX_FLOAT_WITHOUT_EXPONENT = 1e15  # below, every whole number is exact as a float


def number_text(value: float) -> str:
    """A number as short as it can be read back."""
    if isinstance(value, int):
        return str(value)
    if value.is_integer() and abs(value) < _MAX_FLOAT_WITHOUT_EXPONENT:
        return str(int(value))
    return repr(value)


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


ASSIGN, INCREASE, DECREASE, SCALE_UP, SCALE_DOWN = EFFECTS = (
    "assign",
    "increase",
    "decrease",
    "scale-up",
    "scale-down",
)
_KIND = {ASSIGN: 0, INCREASE: 1, DECREASE: 1, SCALE_UP: 2, SCALE_DOWN: 2}


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


def calculated(word: str, values: Sequence[float]) -> float | None:
    """The result of one arithmetic operation, from left to right; None where it is undefined."""
    first, *rest = values
    if not rest:
        return -first if word == "-" else first
    result: float | None = first
    for value in rest:
        if result is None:
            return None
        result = _OPERATIONS[word](result, value)
    return result


def plus(left: float, right: float) -> float | None:
    """The sum."""
    return _in_range(add(left, right))


def minus(left: float, right: float) -> float | None:
    """The difference."""
    return _in_range(add(left, -right))


def times(left: float, right: float) -> float | None:
    """The product: of whole numbers exactly, of others with one rounding."""
    product = left * right
    if type(product) is float and -MAX_EXACT_FLOAT < product < MAX_EXACT_FLOAT:
        return product
    if float(left).is_integer() and float(right).is_integer():
        return _in_range(exact(int(left) * int(right)))
    return _in_range(product)


def divided(left: float, right: float) -> float | None:
    """The quotient, None for a division by zero."""
    if right == 0:
        return None
    if (isinstance(left, int) or isinstance(right, int)) and _divides(right, left):
        return exact(int(left) // int(right))
    return _in_range(left / right)


def _divides(divisor: float, number: float) -> bool:
    is_whole = float(number).is_integer() and float(divisor).is_integer()
    return is_whole and int(number) % int(divisor) == 0


def _in_range(value: float) -> float | None:
    return value if -MAX_NUMBER <= value <= MAX_NUMBER else None


_OPERATIONS: Mapping[str, Callable[[float, float], float | None]] = {
    "+": plus,
    "-": minus,
    "*": times,
    "/": divided,
}
OPERATORS = tuple(_OPERATIONS)


def new_value(old: float | None, changes: Sequence[tuple[str, float]]) -> float | None:
    """The value of a function after effects that happen at once; None if they are undefined.

    Increases and decreases add up, and so do factors. Different values assigned at once, and
    effects of different kinds on one function, contradict each other. Amounts are sorted first:
    sums of fractions must not depend on the order in which objects are tried.
    """
    kinds = {_KIND[word] for word, _ in changes}
    if len(kinds) != 1:
        return None
    if kinds == {0}:
        values = {amount for _, amount in changes}
        return values.pop() if len(values) == 1 else None
    if old is None:
        return None
    if kinds == {1}:
        deltas = sorted(-amount if word == DECREASE else amount for word, amount in changes)
        delta = calculated("+", deltas)
        return None if delta is None else plus(old, delta)
    ups = sorted(amount for word, amount in changes if word == SCALE_UP)
    downs = sorted(amount for word, amount in changes if word == SCALE_DOWN)
    scaled = calculated("*", [old, *ups])
    return None if scaled is None else calculated("/", [scaled, *downs])


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
