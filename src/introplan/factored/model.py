"""A factored world: its variables, how each changes, what is paid, and how an episode ends."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from introplan.factored.expressions import Expression
from introplan.mdp import Status


class Kind(enum.Enum):
    """What values a variable has."""

    BOOLEAN = "Boolean"
    ENUMERATED = "enumerated"
    WHOLE = "whole number"
    REAL = "real number"


@dataclass(frozen=True, slots=True)
class VariableInfo:
    """A ground variable: how it is written, its values, and its value at the start.

    `names` are those of the values of an enumerated one, numbered by their places. `default` is
    the usual value, which is left out where a state is printed. For an action, `start` is the
    value that it has if it is not chosen.
    """

    name: str
    kind: Kind
    start: float
    names: tuple[str, ...] = ()
    default: float = 0.0


@dataclass(frozen=True, slots=True)
class ActionValue:
    """One thing that can be done: an action variable and a value that is not its default."""

    place: int
    value: float


@dataclass(frozen=True, slots=True)
class End:
    """The episode ends with `status` in states in which `condition` holds, over STATE alone."""

    condition: Expression
    status: Status


@dataclass(frozen=True, slots=True)
class FactoredModel:
    """A dynamic Bayesian network with actions.

    One step: the values of `intermediate` in their order, over the state, the action and those
    before; then `next_values`, one for each state variable, over all of these; then the reward,
    the sum of `rewards`, over all of these and the state after.

    A joint action gives at most `concurrency` action variables another value than their default:
    `choices` lists all such values. It is allowed where all `preconditions` hold.
    """

    name: str
    state: tuple[VariableInfo, ...]
    actions: tuple[VariableInfo, ...]
    choices: tuple[ActionValue, ...]
    concurrency: int
    intermediate: tuple[tuple[VariableInfo, Expression], ...]
    next_values: tuple[Expression, ...]
    rewards: tuple[Expression, ...]
    preconditions: tuple[Expression, ...] = ()
    ends: tuple[End, ...] = ()
    horizon: int | None = None
    discount: float = 1.0
