"""What the native engine hands out: nodes, goals and goal generators kept by the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from introplan.limits import LimitReached, StopReason
from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Comparison, Literal, Moment
from introplan.relational.mutation import Mutation, MutationTexts, mutation_texts
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
    def decode(self) -> EncodedMutation:
        """The mutation, to be decoded later; valid after the engine is closed."""
        return self.engine.encoded_mutation(self.goal)


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


@dataclass(frozen=True, slots=True)
class EncodedMutation:
    """A mutation as the kernel wrote it: single wants (moment, truth, predicate or schema, n, n
    objects). It needs no kernel any more."""

    wants: bytes
    names: Names

    def __call__(self) -> Mutation:
        """The mutation."""
        predicates, constants = self.names.symbols.predicates, self.names.symbols.constants
        schemas = list(self.names.schemas)
        found: tuple[list[Literal | Comparison], list[Literal | Comparison]] = ([], [])
        action = None
        for moment, truth, key, objects in self._read():
            terms = tuple([constants[i] for i in objects])
            if moment is not Moment.DID:
                compared = self.names.comparisons.decoded(predicates[key], terms, moment)
                found[truth].append(compared or Literal(predicates[key], terms, moment))
            elif truth:
                action = GroundAction(schemas[key], terms)
            else:
                found[truth].append(did(GroundAction(schemas[key], terms)))
        return Mutation(frozenset(found[True]), frozenset(found[False]), action)

    def texts(self) -> MutationTexts:
        """The mutation as texts, without literals in between: a million of them take seconds."""
        predicates = [predicate.name for predicate in self.names.symbols.predicates]
        constants = [constant.name for constant in self.names.symbols.constants]
        schemas = list(self.names.schemas)
        found: tuple[list[tuple[Moment, str]], list[tuple[Moment, str]]] = ([], [])
        action = None
        for moment, truth, key, objects in self._read():
            text = self._compared(moment, key, objects)
            if text is None:
                name = schemas[key] if moment is Moment.DID else predicates[key]
                text = f"({' '.join([name, *[constants[i] for i in objects]])})"
            if moment is Moment.DID and truth:
                action = text
            else:
                found[truth].append((moment, text))
        return mutation_texts(found[True], found[False], action)

    def _compared(self, moment: Moment, key: int, objects: Iterable[int]) -> str | None:
        """The text of a comparison of numbers; None for a literal or an action."""
        if moment is Moment.DID or not self.names.comparisons:
            return None
        symbols = self.names.symbols
        terms = tuple(symbols.constants[i] for i in objects)
        compared = self.names.comparisons.decoded(symbols.predicates[key], terms, moment)
        return None if compared is None else compared.plain

    def _read(self) -> Iterator[tuple[Moment, int, int, Iterable[int]]]:
        moments = {number: moment for moment, number in MOMENTS.items()}
        numbers = iter(memoryview(self.wants).cast("i"))
        for number, truth, key, arity in zip(numbers, numbers, numbers, numbers, strict=True):
            yield moments[number], truth, key, list(islice(numbers, arity))
