"""The meaning of the expressions of factored worlds, as the judge has it: node by node.

Nothing is compiled, shared or remembered: an expression is looked at anew each time, every draw
goes each way that it can, and probabilities are added up.
"""

from __future__ import annotations

import math
import operator as python
import random
from collections.abc import Callable, Iterable, Mapping
from itertools import product

from introplan.errors import UsageError
from introplan.factored.expressions import (
    Apply,
    Bernoulli,
    Constant,
    Discrete,
    Expression,
    IfElse,
    Operator,
    Variable,
)

ROUNDING = 1e-6
"""By how much rounding may take probabilities out of [0, 1]."""

Context = dict[Variable, float]

Chances = dict[float, float]
"""Values with their probabilities."""


class NotMadeError(Exception):
    """A value made on the way is asked for."""


def _quotient(left: float, right: float) -> float:
    if right:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.inf if (left > 0) is (math.copysign(1.0, right) > 0) else -math.inf


def _rest(left: float, right: float) -> float:
    if not right or not math.isfinite(left):
        return math.nan
    rest = math.fmod(left, right)
    return rest + right if rest * right < 0 else rest


def _guarded(function: Callable[..., float]) -> Callable[..., float]:
    """A function of the reals, also beyond them."""

    def guarded(*values: float) -> float:
        try:
            return float(function(*values))
        except (OverflowError, ZeroDivisionError):
            return math.inf
        except ValueError:
            return math.nan

    return guarded


def _power(base: float, exponent: float) -> float:
    if base < 0 and exponent % 2 == 1 and abs(exponent) > 1:
        return -_guarded(math.pow)(-base, exponent)
    return math.inf if base == 0 and exponent < 0 else _guarded(math.pow)(base, exponent)


MEANINGS: Mapping[Operator, Callable[..., float]] = {
    Operator.AND: lambda *values: float(all(values)),
    Operator.OR: lambda *values: float(any(values)),
    Operator.ADD: lambda *values: sum(values),
    Operator.MULTIPLY: lambda *values: math.prod(values) if all(values) else 0.0,
    Operator.MINIMUM: lambda *values: min(values),
    Operator.MAXIMUM: lambda *values: max(values),
    Operator.SUBTRACT: python.sub,
    Operator.DIVIDE: _quotient,
    Operator.EQUAL: lambda a, b: float(a == b),
    Operator.LESS: lambda a, b: float(a < b),
    Operator.LESS_OR_EQUAL: lambda a, b: float(a <= b),
    Operator.POWER: _power,
    Operator.MODULO: _rest,
    Operator.NOT: lambda a: float(not a),
    Operator.NEGATE: python.neg,
    Operator.ABSOLUTE: abs,
    Operator.SIGN: lambda a: float((a > 0) - (a < 0)),
    Operator.FLOOR: lambda a: float(math.floor(a)) if math.isfinite(a) else a,
    Operator.CEILING: lambda a: float(math.ceil(a)) if math.isfinite(a) else a,
    Operator.ROUND: lambda a: float(round(a)) if math.isfinite(a) else a,
    Operator.SQUARE_ROOT: _guarded(math.sqrt),
    Operator.EXPONENTIAL: _guarded(math.exp),
    Operator.LOGARITHM: lambda a: -math.inf if a == 0 else _guarded(math.log)(a),
}


GROUPED = frozenset(
    {
        Operator.AND,
        Operator.OR,
        Operator.ADD,
        Operator.MULTIPLY,
        Operator.MINIMUM,
        Operator.MAXIMUM,
    }
)
"""Operators whose arguments may be taken together in any order."""


def value_of(expression: Expression, context: Context, rng: random.Random) -> float:
    """The value of an expression; what is drawn is drawn with `rng`."""
    match expression:
        case Constant(value):
            return value
        case Variable():
            return _known(expression, context)
        case Apply(operator, arguments):
            return MEANINGS[operator](*[value_of(one, context, rng) for one in arguments])
        case IfElse(condition, then, otherwise):
            return value_of(then if value_of(condition, context, rng) else otherwise, context, rng)
        case Bernoulli(probability):
            return float(rng.random() < _probability(value_of(probability, context, rng)))
        case Discrete(values, probabilities):
            weights = [_probability(value_of(one, context, rng)) for one in probabilities]
            return rng.choices(values, weights)[0]


def chances_of(expression: Expression, context: Context) -> Chances:
    """Every value that an expression can have, with its probability."""
    match expression:
        case Constant(value):
            return {value: 1.0}
        case Variable():
            return {_known(expression, context): 1.0}
        case Apply(operator, arguments):
            return _applied(operator, [chances_of(one, context) for one in arguments])
        case IfElse(condition, then, otherwise):
            return _mixed(
                (p, chances_of(then if truth else otherwise, context))
                for truth, p in chances_of(condition, context).items()
            )
        case Bernoulli(probability):
            p = _expected(probability, context)
            return {value: q for value, q in ((1.0, p), (0.0, 1 - p)) if q > 0}
        case Discrete(values, probabilities):
            weights = [_expected(one, context) for one in probabilities]
            total = math.fsum(weights)
            if abs(total - 1) > ROUNDING:
                raise UsageError(f"the probabilities of a draw add up to {total:.9g}")
            shares = zip(values, weights, strict=True)
            return _mixed((p / total, {value: 1.0}) for value, p in shares if p > 0)


def _known(variable: Variable, context: Context) -> float:
    if variable not in context:
        raise NotMadeError(variable)
    return context[variable]


def _applied(operator: Operator, parts: list[Chances]) -> Chances:
    """All combinations of the values of the arguments, which are drawn independently."""
    if all(len(part) == 1 for part in parts):
        return {MEANINGS[operator](*[next(iter(part)) for part in parts]): 1.0}
    if operator in GROUPED and len(parts) > 2:
        # In any grouping: equal sums of the first ones are one.
        return _applied(operator, [_applied(operator, parts[:-1]), parts[-1]])
    found: Chances = {}
    for chosen in product(*(part.items() for part in parts)):
        value = MEANINGS[operator](*[one for one, _ in chosen])
        found[value] = found.get(value, 0.0) + math.prod(p for _, p in chosen)
    return found


def _mixed(parts: Iterable[tuple[float, Chances]]) -> Chances:
    found: Chances = {}
    for weight, chances in parts:
        for value, p in chances.items():
            found[value] = found.get(value, 0.0) + weight * p
    return found


def _expected(expression: Expression, context: Context) -> float:
    chances = chances_of(expression, context)
    return math.fsum(_probability(value) * p for value, p in chances.items())


def _probability(value: float) -> float:
    if not -ROUNDING <= value <= 1 + ROUNDING:
        raise UsageError(f"a probability must lie between 0 and 1, got {value:.9g}")
    return min(max(value, 0.0), 1.0)
