"""What native code does with register code, in Python: its specification.

Without a compiler this is what runs. Each function does what its twin in C++ does in the same
order, so both give the same numbers, and the same draws for a seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from introplan.factored.code import Code, NodeKind, apply
from introplan.factored.expressions import Operator

UNKNOWN = 1e9
"""What a quotient can be whose divisor may be 0."""

Pair: TypeAlias = tuple[float, float]
"""An interval."""

_MASK = (1 << 64) - 1


class Random64:
    """SplitMix64 (Steele, Lea and Flood 2014): the stream of draws of the native simulator."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return mixed ^ (mixed >> 31)

    def uniform(self) -> float:
        """A number from 0 to 1, without 1."""
        return (self.next() >> 11) * 2.0**-53


def expect(code: Code, slots: Sequence[float]) -> list[float]:
    """Every node over numbers, draws replaced by what is expected of them."""
    return _run(code, slots, _cut, _mean)


def draw(code: Code, slots: Sequence[float], random: Random64) -> list[float]:
    """Every node over numbers, draws made in the order of the nodes."""

    def one_of(probabilities: Sequence[float], values: Sequence[float]) -> float:
        left = random.uniform()
        for probability, value in zip(probabilities[:-1], values, strict=False):
            left -= probability
            if left < 0:
                return value
        return values[-1]

    return _run(code, slots, lambda p: float(random.uniform() < p), one_of)


def _run(
    code: Code,
    slots: Sequence[float],
    bernoulli: Callable[[float], float],
    discrete: Callable[[Sequence[float], Sequence[float]], float],
) -> list[float]:
    values: list[float] = []
    for kind, number, parts in zip(code.kinds, code.numbers, code.operands, strict=True):
        operands = [values[part] for part in parts]
        if kind == NodeKind.CONSTANT:
            values.append(number)
        elif kind == NodeKind.SLOT:
            values.append(slots[int(number)])
        elif kind == NodeKind.BERNOULLI:
            values.append(bernoulli(operands[0]))
        elif kind == NodeKind.DISCRETE:
            half = len(operands) // 2
            values.append(discrete(operands[:half], operands[half:]))
        elif kind in (NodeKind.IF_ELSE, NodeKind.SPLIT):
            values.append(_chosen(*operands))
        elif kind == NodeKind.PROBABILITY:
            values.append(_cut(operands[0]))
        else:
            values.append(apply(kind, operands))
    return values


def _chosen(condition: float, then: float, otherwise: float) -> float:
    if condition in (0.0, 1.0):
        return then if condition else otherwise
    return condition * then + (1.0 - condition) * otherwise


def _cut(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _mean(probabilities: Sequence[float], values: Sequence[float]) -> float:
    total = 0.0
    for probability, value in zip(probabilities, values, strict=True):
        total += probability * value
    return total


def intervals(code: Code, slots: Sequence[Pair], budget: float) -> list[Pair]:
    """Every node over intervals of marginals; events are taken for independent."""
    values: list[Pair] = []
    for kind, number, parts in zip(code.kinds, code.numbers, code.operands, strict=True):
        operands = [values[part] for part in parts]
        if kind == NodeKind.CONSTANT:
            values.append((number, number))
        elif kind == NodeKind.SLOT:
            values.append(slots[int(number)])
        elif kind == NodeKind.BEST:
            values.append(_best(operands, budget))
        elif kind == NodeKind.DISCRETE:
            half = len(operands) // 2
            values.append(_expected(operands[:half], operands[half:]))
        elif kind in (NodeKind.IF_ELSE, NodeKind.SPLIT):
            values.append(_mixed(*operands))
        elif len(operands) == 1:
            values.append(_of_one(kind, operands[0]))
        else:
            found = operands[0]
            for other in operands[1:]:
                found = _TWO[kind](found, other)
            values.append(found)
    return values


def _best(operands: Sequence[Pair], budget: float) -> Pair:
    base = operands[0]
    low, high = min(one[0] for one in operands), max(one[1] for one in operands)
    return base[0] + budget * (low - base[0]), base[1] + budget * (high - base[1])


def _expected(probabilities: Sequence[Pair], values: Sequence[Pair]) -> Pair:
    low = high = 0.0
    for probability, value in zip(probabilities, values, strict=True):
        one = _product(probability, value)
        low, high = low + one[0], high + one[1]
    return low, high


def _mixed(c: Pair, a: Pair, b: Pair) -> Pair:
    lows = [p * a[0] + (1 - p) * b[0] for p in c]
    highs = [p * a[1] + (1 - p) * b[1] for p in c]
    return min(lows), max(highs)


def _product(a: Pair, b: Pair) -> Pair:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _quotient(a: Pair, b: Pair) -> Pair:
    if b[0] > 0 or b[1] < 0:
        return _product(a, (1 / b[1], 1 / b[0]))
    return (0.0, 0.0) if b[0] == b[1] else (-UNKNOWN, UNKNOWN)


def _at_most(a: Pair, b: Pair) -> Pair:
    return _cut(b[0] - a[1] + 1), _cut(b[1] - a[0] + 1)


def _negated(a: Pair) -> Pair:
    return 1 - a[1], 1 - a[0]


def _equal(a: Pair, b: Pair) -> Pair:
    gap = max(0.0, a[0] - b[1], b[0] - a[1])
    far = max(abs(a[1] - b[0]), abs(b[1] - a[0]))
    return _cut(1 - far), _cut(1 - gap)


def _power(a: Pair, b: Pair) -> Pair:
    ends = sorted(apply(Operator.POWER, (x, b[0])) for x in a)
    is_even = b[0] == 2 * math.floor(b[0] / 2)
    return (0.0, ends[1]) if a[0] < 0 < a[1] and is_even else (ends[0], ends[1])


def _remainder(a: Pair, b: Pair) -> Pair:
    if a[0] == a[1] and b[0] == b[1]:
        found = apply(Operator.MODULO, (a[0], b[0]))
        return found, found
    return 0.0, max(b[1], 0.0)


_TWO: dict[int, Callable[[Pair, Pair], Pair]] = {
    Operator.AND: lambda a, b: (a[0] * b[0], a[1] * b[1]),
    Operator.OR: lambda a, b: (a[0] + b[0] - a[0] * b[0], a[1] + b[1] - a[1] * b[1]),
    Operator.ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    Operator.SUBTRACT: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    Operator.MULTIPLY: _product,
    Operator.DIVIDE: _quotient,
    Operator.MINIMUM: lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    Operator.MAXIMUM: lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
    Operator.EQUAL: _equal,
    Operator.LESS_OR_EQUAL: _at_most,
    Operator.LESS: lambda a, b: _negated(_at_most(b, a)),
    Operator.POWER: _power,
    Operator.MODULO: _remainder,
}


def _of_one(kind: int, a: Pair) -> Pair:
    if kind == Operator.NOT:
        return _negated(a)
    if kind == Operator.NEGATE:
        return -a[1], -a[0]
    if kind == Operator.ABSOLUTE:
        low, high = sorted((abs(a[0]), abs(a[1])))
        return (0.0 if a[0] <= 0 <= a[1] else low), high
    if kind in (NodeKind.BERNOULLI, NodeKind.PROBABILITY):
        return _cut(a[0]), _cut(a[1])
    if kind in _TWO:
        return a  # of one operand alone
    return apply(kind, (a[0],)), apply(kind, (a[1],))
