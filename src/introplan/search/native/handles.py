"""What the native engine hands out: nodes, goals and goal generators kept by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from introplan.limits import LimitReached, StopReason
from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Literal, Moment
from introplan.relational.mutation import Mutation
from introplan.search.native.encoding import MOMENTS, Names
from introplan.search.requests import EngineGoal, SearchNode

if TYPE_CHECKING:
    from introplan import _kernel
    from introplan.search.native.engine import KernelEngine

REASONS = tuple(StopReason)
"""By the number that the kernel returns: `Reason` in `native/limits.hpp` has the same order."""

FINISHED = (StopReason.FOUND, StopReason.EXHAUSTED, StopReason.EFFORT)
"""The reasons that are results of a search; the others are limits."""


@dataclass(frozen=True, slots=True)
class KernelNode:
    """A node of the native engine, by number."""

    number: int
    identity: int = field(compare=False)
    depth: int = field(compare=False)
    score: float = field(compare=False)
    reward: float = field(compare=False)


def as_signed(count: int | None, *, bits: int) -> int | None:
    """A limit clamped to a signed integer of so many bits; no search reaches a larger one."""
    return None if count is None else min(count, (1 << (bits - 1)) - 1)


def number_of(node: SearchNode) -> int:
    """The number of a node in the kernel."""
    assert isinstance(node, KernelNode), "nodes belong to the engine they come from"
    return node.number


def raise_if_limited(reason: int | None, best: SearchNode | None = None) -> None:
    """Raise LimitReached, with the best node seen until then, if a limit was the reason."""
    if reason is None or REASONS[reason] in FINISHED:
        return
    limit = LimitReached(REASONS[reason])
    limit.best = best
    raise limit


@dataclass(frozen=True, slots=True, eq=False)
class KernelGoal(EngineGoal):
    """A goal in the kernel's representation."""

    own: _kernel.Goal


@dataclass(frozen=True, slots=True)
class KernelMutationGoal:
    """A mutation that the kernel found."""

    engine: KernelEngine
    goal: KernelGoal

    @property
    def stages(self) -> list[KernelGoal]:
        """Goals to reach first, one after the other, if the goal has an ordering."""
        return self.engine.stages(self.goal)

    @property
    def decode(self) -> Callable[[], Mutation]:
        """A function that returns the mutation; valid after the engine is closed."""
        return self.engine.decoder(self.goal)


@dataclass(frozen=True, slots=True)
class KernelGoalGenerator:
    """The goals of a task, grounded and enumerated by the kernel."""

    engine: KernelEngine
    own: _kernel.GoalGenerator

    @property
    def success(self) -> KernelGoal:
        """The condition of success, restricted to what can be reached from the start."""
        return KernelGoal(self.own.success)

    @property
    def is_unsolvable(self) -> bool:
        """Is success proven to be unreachable?"""
        return self.own.is_unsolvable

    def mutation_goals_from(self, node: SearchNode) -> Iterator[KernelMutationGoal]:
        """The mutations worth trying from a node, nearest first."""
        goals = self.own.mutation_goals_from(number_of(node))
        while (goal := self.engine.next_mutation_goal(goals)) is not None:
            yield goal


def decode_mutation(wants: bytes, names: Names) -> Mutation:
    """Single wants (moment, truth, predicate or schema, n, n objects) as one mutation."""
    predicates, constants = names.symbols.predicates, names.symbols.constants
    schemas, moments = list(names.schemas), {number: m for m, number in MOMENTS.items()}
    found: tuple[list[Literal], list[Literal]] = ([], [])
    action = None
    numbers = iter(memoryview(wants).cast("i"))
    for number, truth, key, arity in zip(numbers, numbers, numbers, numbers, strict=True):
        terms, moment = tuple([constants[i] for i in islice(numbers, arity)]), moments[number]
        if moment is not Moment.DID:
            found[truth].append(Literal(predicates[key], terms, moment))
        elif truth:
            action = GroundAction(schemas[key], terms)
        else:
            found[truth].append(did(GroundAction(schemas[key], terms)))
    return Mutation(frozenset(found[True]), frozenset(found[False]), action)
