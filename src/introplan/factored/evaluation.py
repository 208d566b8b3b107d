"""The value of expressions: what they come to, by drawing, and with which probabilities.

Each expression is translated once into a Python function of a *moment*: a list with the values of
all variables, layer by layer. Values made on the way are found when they are asked for, so a draw
on which nothing depends in this state is not made.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, TypeAlias, assert_never

from introplan.factored.arithmetic import BINARY, MANY, OF_NONE, UNARY, applied
from introplan.factored.building import checked, normal
from introplan.factored.expressions import (
    Apply,
    Bernoulli,
    Constant,
    Discrete,
    Expression,
    IfElse,
    Layer,
    Operator,
    Variable,
    children,
)

Moment: TypeAlias = list[Any]
"""Values by place; before the last comes the generator, and last what finds missing values."""

Value: TypeAlias = Callable[[Moment], float]

Distribution: TypeAlias = list[tuple[float, float]]
"""Values with their probabilities, each once."""

GENERATOR, MISSING = -2, -1
"""Where a moment has its generator, and the function that finds what was not yet asked for."""


@dataclass(slots=True)
class Evaluator:
    """Functions of moments, for the expressions of one world.

    `offsets` is where each layer begins. Expressions are remembered by identity: they must be
    kept alive as long as the evaluator.
    """

    offsets: Sequence[int]
    _values: dict[int, Value] = field(default_factory=dict)
    _distributions: dict[int, Callable[[Moment], Distribution]] = field(default_factory=dict)
    _drawing: dict[int, bool] = field(default_factory=dict)

    def draws(self, expression: Expression) -> bool:
        """Is anything drawn in it?"""
        known = self._drawing.get(id(expression))
        if known is None:
            is_draw = isinstance(expression, Bernoulli | Discrete)
            known = is_draw or any(self.draws(child) for child in children(expression))
            self._drawing[id(expression)] = known
        return known

    def value(self, expression: Expression) -> Value:
        """Its value in a moment, drawn with the generator where something is drawn."""
        known = self._values.get(id(expression))
        if known is None:
            known = self._values[id(expression)] = self._value(expression)
        return known

    def _value(self, expression: Expression) -> Value:
        match expression:
            case Constant(value):
                return lambda moment: value
            case Variable(layer, place):
                return _looked_up(self.offsets[layer] + place, layer)
            case Apply(operator, arguments):
                return _function(operator, [self.value(argument) for argument in arguments])
            case IfElse(condition, then, otherwise):
                asked, yes, no = map(self.value, (condition, then, otherwise))
                return lambda moment: yes(moment) if asked(moment) else no(moment)
            case Bernoulli(probability):
                p = self.value(probability)
                return lambda moment: float(moment[GENERATOR].random() < checked(p(moment)))
            case Discrete(values, probabilities):
                weights = [self.value(one) for one in probabilities]
                return lambda moment: drawn(
                    list(zip(values, normal([w(moment) for w in weights]), strict=True)),
                    moment[GENERATOR],
                )
            case _:
                assert_never(expression)

    def distribution(self, expression: Expression) -> Callable[[Moment], Distribution]:
        """Its values in a moment with their probabilities; values on the way are as they are."""
        known = self._distributions.get(id(expression))
        if known is None:
            known = self._distributions[id(expression)] = self._distribution(expression)
        return known

    def _distribution(self, expression: Expression) -> Callable[[Moment], Distribution]:
        if not self.draws(expression):
            value = self.value(expression)
            return lambda moment: [(value(moment), 1.0)]
        match expression:
            case Constant() | Variable():
                raise AssertionError("nothing is drawn here")
            case Apply(operator, arguments):
                return _combined(operator, [self.distribution(one) for one in arguments])
            case IfElse(condition, then, otherwise):
                asked, yes, no = map(self.distribution, (condition, then, otherwise))
                return lambda moment: _mixture(
                    (p, (yes if truth else no)(moment)) for truth, p in asked(moment)
                )
            case Bernoulli(probability):
                mean = self._mean(probability)
                return lambda moment: _coin(checked(mean(moment)))
            case Discrete(values, probabilities):
                weights = [self._mean(one) for one in probabilities]
                return lambda moment: _merged(
                    zip(values, normal([w(moment) for w in weights]), strict=True)
                )
            case _:
                assert_never(expression)

    def _mean(self, expression: Expression) -> Value:
        """What is expected of an expression, in a moment."""
        if not self.draws(expression):
            return self.value(expression)
        distribution = self.distribution(expression)
        return lambda moment: sum(value * p for value, p in distribution(moment))


def _looked_up(place: int, layer: Layer) -> Value:
    if layer is not Layer.INTERMEDIATE:
        return itemgetter(place)

    def found(moment: Moment) -> float:
        value = moment[place]
        if value is None:
            value = moment[place] = moment[MISSING](place)
        return float(value)

    return found


def _function(operator: Operator, parts: Sequence[Value]) -> Value:
    """An operator on what functions give; those that settle it early leave out the rest."""
    if operator is Operator.AND:
        return lambda moment: 1.0 if all(part(moment) for part in parts) else 0.0
    if operator is Operator.OR:
        return lambda moment: 1.0 if any(part(moment) for part in parts) else 0.0
    if operator is Operator.ADD:
        return lambda moment: sum([part(moment) for part in parts])
    if operator is Operator.MULTIPLY:
        return _product(parts)
    if operator in MANY:
        return lambda moment: applied(operator, [part(moment) for part in parts])
    if operator in UNARY:
        one, part = UNARY[operator], parts[0]
        return lambda moment: one(part(moment))
    two, (left, right) = BINARY[operator], parts
    return lambda moment: two(left(moment), right(moment))


def _product(parts: Sequence[Value]) -> Value:
    def product(moment: Moment) -> float:
        value = 1.0
        for part in parts:
            factor = part(moment)
            if not factor:
                return 0.0
            value *= factor
        return value

    return product


def _coin(probability: float) -> Distribution:
    if probability in (0, 1):
        return [(probability, 1.0)]
    return [(1.0, probability), (0.0, 1 - probability)]


def _merged(pairs: Iterable[tuple[float, float]]) -> Distribution:
    """Each value once; without those of probability zero."""
    found: dict[float, float] = {}
    for value, probability in pairs:
        if probability > 0:
            found[value] = found.get(value, 0.0) + probability
    return list(found.items())


def _mixture(parts: Iterable[tuple[float, Distribution]]) -> Distribution:
    return _merged((value, p * q) for p, part in parts for value, q in part)


def _combined(
    operator: Operator, parts: Sequence[Callable[[Moment], Distribution]]
) -> Callable[[Moment], Distribution]:
    """An operator on what is drawn independently of each other."""
    if operator in UNARY:
        one, part = UNARY[operator], parts[0]
        return lambda moment: _merged((one(value), p) for value, p in part(moment))
    two = BINARY[operator]
    first = [(OF_NONE[operator], 1.0)] if operator in MANY else None

    def combined(moment: Moment) -> Distribution:
        so_far = first
        for part in parts:
            found = part(moment)
            if so_far is None:
                so_far = found
            else:
                so_far = _merged((two(a, b), p * q) for a, p in so_far for b, q in found)
        assert so_far is not None, "operators have arguments"
        return so_far

    return combined


def drawn(distribution: Distribution, rng: random.Random) -> float:
    """One of the values."""
    if len(distribution) == 1:
        return distribution[0][0]
    rest = rng.random()
    for value, probability in distribution:
        rest -= probability
        if rest < 0:
            return value
    return max(distribution, key=itemgetter(1))[0]
