"""The reward of a factored world as a sum of terms, and what it wants of each variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
    variables,
)
from introplan.factored.model import FactoredModel

GROWING = (
    Operator.AND,
    Operator.OR,
    Operator.ADD,
    Operator.MINIMUM,
    Operator.MAXIMUM,
    Operator.FLOOR,
    Operator.CEILING,
    Operator.ROUND,
    Operator.SQUARE_ROOT,
    Operator.EXPONENTIAL,
    Operator.LOGARITHM,
    Operator.SIGN,
)
"""Operators whose value does not fall when an operand grows."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term of the reward: it pays `weight` times the value of its expression."""

    weight: float
    expression: Expression

    @property
    def paid(self) -> Expression:
        """What it pays, as one expression."""
        if self.weight == 1:
            return self.expression
        return Apply(Operator.MULTIPLY, (Constant(self.weight), self.expression))


def terms(model: FactoredModel) -> tuple[Term, ...]:
    """The terms of the reward; those that are constant are added up into one."""
    found, fixed = [], 0.0
    for reward in model.rewards:
        for term in _terms(reward, 1.0):
            if isinstance(term.expression, Constant):
                fixed += term.weight * term.expression.value
            else:
                found.append(term)
    if fixed:
        found.append(Term(fixed, Constant(1.0)))
    return tuple(found)


def _terms(expression: Expression, weight: float) -> Iterator[Term]:
    match expression:
        case Apply(Operator.ADD, arguments):
            for argument in arguments:
                yield from _terms(argument, weight)
        case Apply(Operator.SUBTRACT, (left, right)):
            yield from _terms(left, weight)
            yield from _terms(right, -weight)
        case Apply(Operator.NEGATE, (argument,)):
            yield from _terms(argument, -weight)
        case Apply(Operator.MULTIPLY, arguments):
            factor, rest = weight, []
            for argument in arguments:
                if isinstance(argument, Constant):
                    factor *= argument.value
                else:
                    rest.append(argument)
            if factor == 0:
                return
            if len(rest) == 1:
                yield from _terms(rest[0], factor)
            else:
                product = Apply(Operator.MULTIPLY, tuple(rest)) if rest else Constant(1.0)
                yield Term(factor, product)
        case _:
            yield Term(weight, expression)


def polarities(model: FactoredModel) -> tuple[int, ...]:
    """For each state variable 1 if the reward wants it high, -1 if low, 0 if neither or both."""
    found: list[set[int]] = [set() for _ in model.state]
    reader = _Polarity(model, found, set())
    for term in terms(model):
        reader.read(term.expression, 1 if term.weight > 0 else -1)
    return tuple(next(iter(signs)) if len(signs) == 1 else 0 for signs in found)


@dataclass(frozen=True, slots=True)
class _Polarity:
    model: FactoredModel
    found: list[set[int]]
    seen: set[tuple[int, int]]
    """Expressions by their addresses, with signs: parts that several share are read once."""

    def read(self, expression: Expression, sign: int) -> None:
        """Note what an expression wants of variables if it is wanted high (1) or low (-1)."""
        if (id(expression), sign) in self.seen:
            return
        self.seen.add((id(expression), sign))
        match expression:
            case Variable(layer, place):
                if layer in (Layer.STATE, Layer.NEXT):
                    self.found[place].add(sign)
                elif layer is Layer.INTERMEDIATE:
                    self.read(self.model.intermediate[place][1], sign)
            case IfElse(condition, then, otherwise):
                self._choice(condition, then, otherwise, sign)
            case Apply(operator, arguments):
                self._applied(operator, arguments, sign)
            case Bernoulli(probability):
                self.read(probability, sign)
            case Discrete():
                self._both(children(expression))
            case Constant():
                pass

    def _choice(
        self, condition: Expression, then: Expression, otherwise: Expression, sign: int
    ) -> None:
        for one in _condition_signs(then, otherwise, sign):
            self.read(condition, one)
        self.read(then, sign)
        self.read(otherwise, sign)

    def _applied(self, operator: Operator, arguments: tuple[Expression, ...], sign: int) -> None:
        if operator in GROWING:
            for argument in arguments:
                self.read(argument, sign)
        elif operator is Operator.MULTIPLY:
            for argument in arguments:
                if isinstance(argument, Constant) and argument.value < 0:
                    sign = -sign
            for argument in arguments:
                self.read(argument, sign)
        elif operator in (Operator.NOT, Operator.NEGATE):
            self.read(arguments[0], -sign)
        elif operator in (Operator.SUBTRACT, Operator.LESS, Operator.LESS_OR_EQUAL):
            first = sign if operator is Operator.SUBTRACT else -sign
            self.read(arguments[0], first)
            self.read(arguments[1], -first)
        else:
            self._both(arguments)

    def _both(self, expressions: Iterable[Expression]) -> None:
        for expression in expressions:
            self.read(expression, 1)
            self.read(expression, -1)


def _condition_signs(then: Expression, otherwise: Expression, sign: int) -> tuple[int, ...]:
    """What is wanted of a condition, as far as constants tell which branch is better."""
    high = then.value if isinstance(then, Constant) else None
    low = otherwise.value if isinstance(otherwise, Constant) else None
    if high is None and low is None:
        return sign, -sign
    # A branch that is no constant is taken for 0, as the other side of a wish mostly is.
    return (sign,) if (high or 0.0) >= (low or 0.0) else (-sign,)


@dataclass(frozen=True, slots=True)
class Mentions:
    """What an expression mentions, intermediate variables followed to where they come from."""

    state: frozenset[int]
    actions: frozenset[int]
    next: frozenset[int]
    draws_before: bool
    """Does it use an intermediate variable that draws?"""


@dataclass(slots=True)
class MentionReader:
    """Mentions of expressions of one model; those of intermediate variables are kept."""

    model: FactoredModel
    known: dict[int, Mentions]

    @classmethod
    def of(cls, model: FactoredModel) -> MentionReader:
        """The reader of a model."""
        return cls(model, {})

    def mentions(self, expression: Expression) -> Mentions:
        """What an expression mentions."""
        own: dict[Layer, set[int]] = {layer: set() for layer in Layer}
        for variable in variables(expression):
            own[variable.layer].add(variable.place)
        draws = False
        for place in sorted(own[Layer.INTERMEDIATE]):
            before = self._intermediate(place)
            own[Layer.STATE] |= before.state
            own[Layer.ACTION] |= before.actions
            draws = draws or before.draws_before
        return Mentions(
            frozenset(own[Layer.STATE]),
            frozenset(own[Layer.ACTION]),
            frozenset(own[Layer.NEXT]),
            draws,
        )

    def _intermediate(self, place: int) -> Mentions:
        if place not in self.known:
            expression = self.model.intermediate[place][1]
            found = self.mentions(expression)
            if has_draws(expression):
                found = Mentions(found.state, found.actions, found.next, draws_before=True)
            self.known[place] = found
        return self.known[place]


def has_draws(expression: Expression) -> bool:
    """Does an expression draw?"""
    pending = [expression]
    while pending:
        found = pending.pop()
        match found:
            case Bernoulli() | Discrete():
                return True
            case Apply(_, arguments):
                pending.extend(arguments)
            case IfElse(condition, then, otherwise):
                pending += [condition, then, otherwise]
            case _:
                pass
    return False
