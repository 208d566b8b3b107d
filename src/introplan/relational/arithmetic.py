"""Arithmetic of numbers that change: whole numbers exactly, and undefined where floats end.

Whole numbers are exact however large (`mdp.exact`), others are floats as written. A result is
*undefined*, None here, after a division by zero and beyond the range of floats.

>>> divided(6.0, 4.0), divided(1.0, 0.0)
(1.5, None)
>>> new_value(5.0, [("increase", 2.0), ("decrease", 4.0)]), new_value(None, [("increase", 1.0)])
(3.0, None)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from introplan.mdp import MAX_EXACT_FLOAT, add, exact

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


ASSIGN, INCREASE, DECREASE, SCALE_UP, SCALE_DOWN = EFFECTS = (
    "assign",
    "increase",
    "decrease",
    "scale-up",
    "scale-down",
)
_KIND = {ASSIGN: 0, INCREASE: 1, DECREASE: 1, SCALE_UP: 2, SCALE_DOWN: 2}


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
