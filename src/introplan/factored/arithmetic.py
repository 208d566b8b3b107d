"""What the operators of expressions mean, over numbers.

Where arithmetic has no answer it is that of IEEE 754: infinite or not a number. Zero times
anything is zero, as a factor that is off switches the rest off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from introplan.factored.expressions import Operator

MANY = frozenset(
    {
        Operator.AND,
        Operator.OR,
        Operator.ADD,
        Operator.MULTIPLY,
        Operator.MINIMUM,
        Operator.MAXIMUM,
    }
)
"""Operators that take any number of arguments, in any grouping."""


def divided(left: float, right: float) -> float:
    """The quotient, also by zero.

    >>> divided(1, 4), divided(-1, 0), divided(0, 0)
    (0.25, -inf, nan)
    """
    if right:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def powered(base: float, exponent: float) -> float:
    """The power, also where it is no real number."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return math.inf if base > 0 or exponent % 2 == 0 else -math.inf
    except ValueError:
        return math.inf if base == 0 else math.nan


def remainder(left: float, right: float) -> float:
    """The remainder, which has the sign of the divisor."""
    return left % right if right and math.isfinite(left) else math.nan


def root(value: float) -> float:
    """The square root; no number for negative ones."""
    return math.sqrt(value) if value >= 0 else math.nan


def exponential(value: float) -> float:
    """The power of e; infinite beyond the largest float."""
    try:
        return math.exp(value)
    except OverflowError:
        return math.inf


def logarithm(value: float) -> float:
    """The natural logarithm; minus infinity at zero."""
    if value > 0:
        return math.log(value)
    return -math.inf if value == 0 else math.nan


def rounded(function: Callable[[float], float]) -> Callable[[float], float]:
    """A function to whole numbers that leaves what is infinite or no number."""
    return lambda value: float(function(value)) if math.isfinite(value) else value


def multiplied(left: float, right: float) -> float:
    """The product; zero times anything is zero."""
    return left * right if left and right else 0.0


BINARY: Mapping[Operator, Callable[[float, float], float]] = {
    Operator.AND: lambda a, b: 1.0 if a and b else 0.0,
    Operator.OR: lambda a, b: 1.0 if a or b else 0.0,
    Operator.ADD: lambda a, b: a + b,
    Operator.MULTIPLY: multiplied,
    Operator.MINIMUM: lambda a, b: b if b < a else a,
    Operator.MAXIMUM: lambda a, b: b if b > a else a,
    Operator.SUBTRACT: lambda a, b: a - b,
    Operator.DIVIDE: divided,
    Operator.EQUAL: lambda a, b: float(a == b),
    Operator.LESS: lambda a, b: float(a < b),
    Operator.LESS_OR_EQUAL: lambda a, b: float(a <= b),
    Operator.POWER: powered,
    Operator.MODULO: remainder,
}

UNARY: Mapping[Operator, Callable[[float], float]] = {
    Operator.NOT: lambda a: 0.0 if a else 1.0,
    Operator.NEGATE: lambda a: -a,
    Operator.ABSOLUTE: abs,
    Operator.SIGN: lambda a: float((a > 0) - (a < 0)),
    Operator.FLOOR: rounded(math.floor),
    Operator.CEILING: rounded(math.ceil),
    Operator.ROUND: rounded(round),
    Operator.SQUARE_ROOT: root,
    Operator.EXPONENTIAL: exponential,
    Operator.LOGARITHM: logarithm,
}

OF_NONE: Mapping[Operator, float] = {
    Operator.AND: 1.0,
    Operator.OR: 0.0,
    Operator.ADD: 0.0,
    Operator.MULTIPLY: 1.0,
    Operator.MINIMUM: math.inf,
    Operator.MAXIMUM: -math.inf,
}
"""What operators give of no arguments: the value that changes nothing."""


def applied(operator: Operator, values: Sequence[float]) -> float:
    """An operator on numbers.

    >>> applied(Operator.ADD, [1, 2, 3]), applied(Operator.NOT, [1.0])
    (6, 0.0)
    """
    if operator in UNARY:
        return UNARY[operator](values[0])
    if operator in MANY:
        return reduce(BINARY[operator], values) if values else OF_NONE[operator]
    return BINARY[operator](values[0], values[1])
