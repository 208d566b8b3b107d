"""Transition systems: variables with ranges, and steps with guard, effects, rewards and ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from introplan.mdp import Status
from introplan.symbolic.constraints.interval import Domain
from introplan.symbolic.terms.term import Term, Var


class Unsupported(Exception):  # noqa: N818 - an answer: it says why there is no machine
    """The machine cannot hold something exactly; the message says what."""


Row = tuple[Any, ...]


class Successor(NamedTuple):
    """A step that applies, by its number, the row after it, what it pays and its status."""

    step: int
    row: Row
    reward: float
    status: Status


@dataclass(frozen=True, slots=True, eq=False)
class RewardCase:
    """What a step pays where a condition on the state before holds: a number or a term."""

    condition: Term
    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class EndCase:
    """The status of a step where a condition on the state before holds."""

    condition: Term
    status: Status


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One way in which an action changes a state; everything is a function of the state before.

    Of its rewards and ends the first that applies counts. Without rewards it pays 0, without ends
    the episode goes on.
    """

    action: Any
    guard: tuple[Term, ...]
    effects: Mapping[Var, Term]
    rewards: tuple[RewardCase, ...] = ()
    ends: tuple[EndCase, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TransitionSystem:
    """Variables, the values that they can have, and steps in the order of their actions.

    A whole number without a known range has an infinite one.
    """

    variables: tuple[Var, ...]
    domains: Mapping[Var, Domain]
    steps: tuple[Step, ...]
