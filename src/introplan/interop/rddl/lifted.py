"""Expressions of RDDL with parameters, and the objects and fluents they are about.

Operators are those of ground expressions: what RDDL writes in more ways is brought to these by
`translation`. Objects go by their places among those of their type.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from introplan.factored.expressions import Operator

Place: TypeAlias = tuple[int, ...]
"""The arguments of a ground fluent, as places of objects."""


class Role(enum.Enum):
    """What a fluent is for."""

    FIXED = "non-fluent"
    STATE = "state-fluent"
    ACTION = "action-fluent"
    INTERMEDIATE = "interm-fluent"


class Best(enum.Enum):
    """Aggregations that give an object instead of a value."""

    LARGEST = "argmax"
    SMALLEST = "argmin"


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A number, a truth value or the place of an object."""

    value: float


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """The object that a parameter stands for."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """The value of a fluent, at present or after the step."""

    fluent: str
    arguments: tuple[Lifted, ...]
    is_next: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """An operator and what it is applied to."""

    operator: Operator
    arguments: tuple[Lifted, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Choose:
    """The value of one of two expressions."""

    condition: Lifted
    then: Lifted
    otherwise: Lifted


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate:
    """An operator over all objects: each parameter with its type, and the body."""

    operator: Operator | Best
    parameters: tuple[tuple[str, str], ...]
    body: Lifted


@dataclass(frozen=True, slots=True, eq=False)
class Coin:
    """1 with a probability, else 0."""

    probability: Lifted


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """One of several values, by weights; `parameter` is bound to the place that is weighed.

    Without a parameter there is a weight for each value, else one weight for all.
    """

    values: tuple[int, ...]
    weights: tuple[Lifted, ...]
    parameter: str | None
    is_normal: bool


Lifted: TypeAlias = Number | Parameter | Use | Call | Choose | Aggregate | Coin | Die


@dataclass(frozen=True, slots=True)
class FluentInfo:
    """A fluent: the types of its arguments, the range of its values, its default."""

    name: str
    role: Role
    types: tuple[str, ...]
    range: str
    default: float


@dataclass(frozen=True, slots=True)
class Definition:
    """How a fluent gets its value: its parameters in order, and the expression."""

    parameters: tuple[str, ...]
    body: Lifted


@dataclass(frozen=True, slots=True)
class World:
    """A domain and an instance, not yet ground.

    `values` has those of non-fluents, and of state fluents at the start, for all arguments.
    """

    name: str
    objects: Mapping[str, tuple[str, ...]]
    fluents: Mapping[str, FluentInfo]
    values: Mapping[str, Mapping[Place, float]]
    definitions: Mapping[str, Definition]
    reward: Lifted
    preconditions: tuple[Lifted, ...]
    invariants: tuple[Lifted, ...]
    terminations: tuple[Lifted, ...]
    concurrency: int
    horizon: int
    discount: float


def parts(expression: Lifted) -> tuple[Lifted, ...]:
    """The expressions that one is made of."""
    match expression:
        case Number() | Parameter():
            return ()
        case Use(_, arguments) | Call(_, arguments):
            return arguments
        case Choose(condition, then, otherwise):
            return condition, then, otherwise
        case Aggregate(_, _, body):
            return (body,)
        case Coin(probability):
            return (probability,)
        case Die(_, weights):
            return weights
        case _:
            assert_never(expression)


class Reading:
    """What is known of expressions before they are ground; each is looked at once.

    Expressions are equal if they are one object.
    """

    def __init__(self, world: World) -> None:
        self.fluents = world.fluents
        self._free: dict[Lifted, tuple[str, ...]] = {}
        self._fixed: dict[Lifted, bool] = {}

    def free(self, expression: Lifted) -> tuple[str, ...]:
        """The parameters on which its value depends, sorted."""
        known = self._free.get(expression)
        if known is None:
            found = {name for part in parts(expression) for name in self.free(part)}
            if isinstance(expression, Parameter):
                found = {expression.name}
            elif isinstance(expression, Aggregate):
                found -= {name for name, _ in expression.parameters}
            elif isinstance(expression, Die):
                found -= {expression.parameter or ""}
            known = self._free[expression] = tuple(sorted(found))
        return known

    def is_fixed(self, expression: Lifted) -> bool:
        """Does its value depend on objects alone?"""
        known = self._fixed.get(expression)
        if known is None:
            known = not isinstance(expression, Coin | Die) and all(
                self.is_fixed(part) for part in parts(expression)
            )
            if isinstance(expression, Use):
                known = known and self.fluents[expression.fluent].role is Role.FIXED
            self._fixed[expression] = known
        return known
