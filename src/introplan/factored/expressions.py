"""Expressions over the variables of a factored world: a closed union.

Values are numbers. A Boolean is 0 or 1, an enumerated value the number of its place, so that one
evaluator serves all. A draw inside an expression is independent of every other draw.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never


class Layer(enum.IntEnum):
    """Which variables: of the state before, the action, made on the way, of the state after."""

    STATE = 0
    ACTION = 1
    INTERMEDIATE = 2
    NEXT = 3


class Operator(enum.IntEnum):
    """What is done with the values of one or more expressions, or two, or one."""

    AND = 0
    OR = 1
    ADD = 2
    MULTIPLY = 3
    MINIMUM = 4
    MAXIMUM = 5
    SUBTRACT = 6
    DIVIDE = 7
    EQUAL = 8
    LESS = 9
    LESS_OR_EQUAL = 10
    POWER = 11
    MODULO = 12
    NOT = 13
    NEGATE = 14
    ABSOLUTE = 15
    SIGN = 16
    FLOOR = 17
    CEILING = 18
    ROUND = 19
    SQUARE_ROOT = 20
    EXPONENTIAL = 21
    LOGARITHM = 22


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    value: float


@dataclass(frozen=True, slots=True)
class Variable:
    """The value of a variable, by its place in its layer."""

    layer: Layer
    place: int


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator and what it is applied to: AND to MAXIMUM take any number, others two or one."""

    operator: Operator
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class IfElse:
    """The value of one of two expressions, by a Boolean."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Bernoulli:
    """1 with this probability, else 0."""

    probability: Expression


@dataclass(frozen=True, slots=True)
class Discrete:
    """One of several values, with these probabilities."""

    values: tuple[float, ...]
    probabilities: tuple[Expression, ...]


Expression: TypeAlias = Constant | Variable | Apply | IfElse | Bernoulli | Discrete

TRUE = Constant(1.0)
FALSE = Constant(0.0)


def children(expression: Expression) -> tuple[Expression, ...]:
    """The expressions that one is made of, in order."""
    match expression:
        case Constant() | Variable():
            return ()
        case Apply(_, arguments):
            return arguments
        case IfElse(condition, then, otherwise):
            return condition, then, otherwise
        case Bernoulli(probability):
            return (probability,)
        case Discrete(_, probabilities):
            return probabilities
        case _:
            assert_never(expression)


def variables(expression: Expression) -> Iterator[Variable]:
    """Every variable that occurs in an expression, as often as it occurs."""
    pending = [expression]
    while pending:
        found = pending.pop()
        if isinstance(found, Variable):
            yield found
        pending.extend(children(found))
