"""A bound on the return from the expressions alone: sound however events hang together.

Of every node two intervals are kept: where its value lies, and where its expected value lies, over
all states that any policy may come to. No independence is used (Frechet 1935): P(a and b) <= min,
P(a or b) <= sum, and of a choice by a condition of probability c the parts can be no more than
min(c, A) and min(1 - c, B). Variables of the action may have any of their values, whatever the
state is: what a policy does may depend on it. Only a product with a constant multiplies
expectations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from introplan.factored.code import Code, NodeKind, apply
from introplan.factored.expressions import Operator
from introplan.factored.model import FactoredModel, Kind
from introplan.planners.chance.factored.simulation import Simulation, can_get_stuck

ROUNDING = 1e-9
"""What a layer is rounded by, in parts of what it pays at most: doubles carry nearly 16 digits."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Where a value lies, and where what is expected of it lies."""

    low: float
    high: float
    least: float
    most: float

    @classmethod
    def of(cls, low: float, high: float, least: float, most: float) -> Sound:
        """The four numbers; what is expected of a value lies where the value does."""
        if math.isnan(low) or math.isnan(high):
            low, high = -math.inf, math.inf
        least = low if math.isnan(least) else min(max(least, low), high)
        most = high if math.isnan(most) else max(min(most, high), low)
        return cls(low, high, least, most)

    @classmethod
    def within(cls, low: float, high: float) -> Sound:
        """Of what is expected nothing more is known."""
        return cls.of(low, high, low, high)

    @property
    def is_fixed(self) -> bool:
        """Is it one number?"""
        return self.low == self.high

    @property
    def is_probability(self) -> bool:
        """Does it lie between 0 and 1?"""
        return self.low >= 0 and self.high <= 1

    def negated(self) -> Sound:
        """The value with the other sign."""
        return Sound(-self.high, -self.low, -self.most, -self.least)

    def shifted(self, by: float) -> Sound:
        """The value and a number."""
        return Sound(self.low + by, self.high + by, self.least + by, self.most + by)


def evaluate(code: Code, slots: list[Sound]) -> list[Sound]:
    """Every node of register code without `BEST`."""
    values: list[Sound] = []
    for kind, number, parts in zip(code.kinds, code.numbers, code.operands, strict=True):
        operands = [values[part] for part in parts]
        if kind == NodeKind.CONSTANT:
            values.append(Sound(number, number, number, number))
        elif kind == NodeKind.SLOT:
            values.append(slots[int(number)])
        else:
            values.append(_node(kind, operands))
    return values


def _node(kind: int, operands: list[Sound]) -> Sound:
    if kind in (NodeKind.IF_ELSE, NodeKind.SPLIT):
        return _choice(*operands)
    if kind in (NodeKind.BERNOULLI, NodeKind.PROBABILITY):
        p = operands[0]
        low, high = min(max(p.low, 0.0), 1.0), min(max(p.high, 0.0), 1.0)
        if not p.is_probability:
            return Sound.within(*((low, high) if kind == NodeKind.PROBABILITY else (0.0, 1.0)))
        if kind == NodeKind.PROBABILITY:
            return p
        return Sound.of(float(low == 1), float(high > 0), p.least, p.most)
    if kind == NodeKind.DISCRETE:
        outcomes = operands[len(operands) // 2 :]
        return Sound.within(min(v.low for v in outcomes), max(v.high for v in outcomes))
    if kind == Operator.AND and all(one.is_probability for one in operands):
        return _conjunction(operands)
    if kind == Operator.OR and all(one.is_probability for one in operands):
        opposite = _conjunction([_node(Operator.NOT, [one]) for one in operands])
        return _node(Operator.NOT, [opposite])
    if kind == Operator.NOT:
        return operands[0].negated().shifted(1.0)
    return _arithmetic(kind, operands)


def _conjunction(operands: list[Sound]) -> Sound:
    return Sound.of(
        math.prod(one.low for one in operands),
        min(one.high for one in operands),
        sum(one.least for one in operands) - (len(operands) - 1),
        min(one.most for one in operands),
    )


def _arithmetic(kind: int, operands: list[Sound]) -> Sound:
    if kind == Operator.ADD:
        return _sum(operands)
    if kind == Operator.SUBTRACT:
        return _sum([operands[0], operands[1].negated()])
    if kind == Operator.NEGATE:
        return operands[0].negated()
    if kind == Operator.MULTIPLY:
        product = operands[0]
        for one in operands[1:]:
            product = _product(product, one)
        return product
    if kind == Operator.DIVIDE and operands[1].is_fixed and operands[1].low != 0:
        by = 1 / operands[1].low
        return _product(operands[0], Sound(by, by, by, by))
    if kind in (Operator.EQUAL, Operator.LESS, Operator.LESS_OR_EQUAL):
        return _comparison(kind, *operands)
    if kind in (Operator.MINIMUM, Operator.MAXIMUM):
        return _extreme(kind, operands)
    return Sound.within(*_range(kind, operands))


def _sum(operands: list[Sound]) -> Sound:
    return Sound.of(
        sum(one.low for one in operands),
        sum(one.high for one in operands),
        sum(one.least for one in operands),
        sum(one.most for one in operands),
    )


def _corners(a: Sound, b: Sound) -> list[float]:
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return [0.0 if math.isnan(one) else one for one in ends]


def _product(a: Sound, b: Sound) -> Sound:
    ends = _corners(a, b)
    low, high = min(ends), max(ends)
    least, most = low, high
    for one, other in ((a, b), (b, a)):
        if other.is_fixed:
            scaled = sorted((one.least * other.low, one.most * other.low))
            return Sound.of(low, high, *scaled)
        if one.low >= 0:  # it is at most `other.high` times itself
            most = min(most, other.high * (one.most if other.high >= 0 else one.least))
            least = max(least, other.low * (one.least if other.low >= 0 else one.most))
    return Sound.of(low, high, least, most)


def _comparison(kind: int, a: Sound, b: Sound) -> Sound:
    if kind == Operator.EQUAL:
        apart = a.low > b.high or b.low > a.high
        same = a.is_fixed and b.is_fixed and a.low == b.low
        low, high = float(same), float(not apart)
    elif kind == Operator.LESS:
        low, high = float(a.high < b.low), float(a.low < b.high)
    else:
        low, high = float(a.high <= b.low), float(a.low <= b.high)
    return Sound.within(low, high)


def _extreme(kind: int, operands: list[Sound]) -> Sound:
    if kind == Operator.MINIMUM:
        return _extreme(Operator.MAXIMUM, [one.negated() for one in operands]).negated()
    return Sound.of(
        max(one.low for one in operands),
        max(one.high for one in operands),
        max(one.least for one in operands),
        math.inf,
    )


GROWING = (
    Operator.FLOOR,
    Operator.CEILING,
    Operator.ROUND,
    Operator.SQUARE_ROOT,
    Operator.SIGN,
    Operator.EXPONENTIAL,
    Operator.LOGARITHM,
)
"""Operators whose value does not fall when the operand grows."""


def _range(kind: int, operands: list[Sound]) -> tuple[float, float]:
    """Where the value of any other operator lies."""
    if all(one.is_fixed and math.isfinite(one.low) for one in operands):
        found = apply(kind, [one.low for one in operands])
        return found, found
    first = operands[0]
    if kind == Operator.AND or kind == Operator.OR:
        return -math.inf, math.inf  # not of truth values
    if kind == Operator.ABSOLUTE:
        ends = sorted((abs(first.low), abs(first.high)))
        return (0.0 if first.low <= 0 <= first.high else ends[0]), ends[1]
    if kind in GROWING:
        return apply(kind, [first.low]), apply(kind, [first.high])
    if kind == Operator.MODULO and operands[1].low > 0:
        return 0.0, operands[1].high
    if kind == Operator.POWER and first.low >= 1 and operands[1].low >= 0:
        ends = [first.low, operands[1].low, first.high, operands[1].high]
        return apply(kind, ends[:2]), apply(kind, ends[2:])
    return -math.inf, math.inf


def _choice(condition: Sound, then: Sound, otherwise: Sound) -> Sound:
    if not condition.is_probability:
        return Sound.within(-math.inf, math.inf)
    if condition.is_fixed and condition.low in (0.0, 1.0):
        return then if condition.low else otherwise
    low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
    most = _most(condition, then, otherwise)
    least = -_most(condition, then.negated(), otherwise.negated())
    return Sound.of(low, high, least, most)


def _most(condition: Sound, then: Sound, otherwise: Sound) -> float:
    """The most that can be expected of a choice, over all probabilities of its condition.

    With probability p, `then` gives p of its least value, and above that no more than what it is
    expected to have above it at all; likewise `otherwise`. That is concave and linear in pieces.
    """
    if not all(map(math.isfinite, (then.low, then.high, otherwise.low, otherwise.high))):
        return math.inf

    def promised(p: float) -> float:
        first = min(p * (then.high - then.low), then.most - then.low)
        second = min((1 - p) * (otherwise.high - otherwise.low), otherwise.most - otherwise.low)
        return p * then.low + first + (1 - p) * otherwise.low + second

    places = [condition.least, condition.most]
    if then.high > then.low:
        places.append((then.most - then.low) / (then.high - then.low))
    if otherwise.high > otherwise.low:
        places.append(1 - (otherwise.most - otherwise.low) / (otherwise.high - otherwise.low))
    inside = [min(max(p, condition.least), condition.most) for p in places]
    return max(map(promised, inside))


def term_bounds(simulation: Simulation, steps: int) -> list[float]:
    """What each term of the reward pays at most in so many steps, in expectation."""
    model = simulation.model
    state = [Sound(v, v, v, v) for v in simulation.start]
    actions = [_any_value(model, place) for place in range(len(model.actions))]
    # Where nothing is allowed any more an episode ends as well.
    may_end = bool(model.ends) or can_get_stuck(model)
    found, worth = [0.0] * len(simulation.terms), 1.0
    for _ in range(steps):
        values = evaluate(simulation.step, state + actions)
        for k, node in enumerate(simulation.paid):
            paid = values[node]
            most = _while_it_lasts(paid) if may_end else paid.most
            found[k] += worth * (most + ROUNDING * abs(most))
        state = [values[node] for node in simulation.next]
        for i, info in enumerate(model.state):
            if info.kind is Kind.BOOLEAN and not state[i].is_probability:
                state[i] = Sound.within(0.0, 1.0)
        worth *= model.discount
    return found


def _while_it_lasts(paid: Sound) -> float:
    """What is expected of a reward that is paid only if the episode is not over."""
    return max(0.0, min(paid.high, paid.most - min(paid.low, 0.0)))


def _any_value(model: FactoredModel, place: int) -> Sound:
    values = [model.actions[place].start]
    values += [choice.value for choice in model.choices if choice.place == place]
    return Sound.within(min(values), max(values))
