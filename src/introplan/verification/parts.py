"""The parts that compiled conditions are made of: each knows how to find its truth again.

What is decided by one of several truths (a conjunction by one that is false, an existential
quantifier by one object) remembers its answer, and which one decided it. `conditions` puts the
parts together, and says why that is quick.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from introplan.relational.formula import Moment
from introplan.relational.state import Row
from introplan.verification.candidates import Candidates
from introplan.verification.rows import Transition, TrueRows


class Part(Protocol):
    """A compiled formula."""

    def holds(self, step: Transition) -> bool:
        """Is it true, with the present values of its variables?"""
        ...


@dataclass(slots=True)
class Level:
    """A variable to bind (none at first), and what can be tested then."""

    candidates: Candidates | None
    tests: list[tuple[Part, bool]]

    def passes(self, step: Transition) -> bool:
        """Has every tested part the truth that it should have?"""
        for part, truth in self.tests:  # noqa: SIM110 (`all` takes twice as long)
            if part.holds(step) is not truth:
                return False
        return True


class Solutions:
    """The values of some variables that meet some conditions."""

    def __init__(self, values: list[str], levels: list[Level], check: Callable[[], None]) -> None:
        self.values = values
        self.levels = levels
        self.check = check
        self.slots = [level.candidates.slot for level in levels if level.candidates is not None]
        self._witness: list[str] | None = None

    def each(self, step: Transition) -> Iterator[None]:
        """Put one solution after the other into the frame; the rows must not change meanwhile."""
        if self.levels[0].passes(step):
            if len(self.levels) == 1:  # an effect without variables: the common case
                yield
            else:
                yield from self._from(1, step)

    def exist(self, step: Transition) -> bool:
        """Is there any? What was one last time mostly is one still, and is tried first."""
        if self._witness is not None:
            for slot, name in zip(self.slots, self._witness, strict=True):
                self.values[slot] = name
            if self._is_solution(step):
                return True
        for _ in self.each(step):
            self._witness = [self.values[slot] for slot in self.slots]
            return True
        return False

    def _is_solution(self, step: Transition) -> bool:
        for level in self.levels:  # noqa: SIM110 (`all` takes twice as long)
            if not level.passes(step):
                return False
        return True

    def _from(self, number: int, step: Transition) -> Iterator[None]:
        if number == len(self.levels):
            yield
            return
        level, is_last = self.levels[number], number + 1 == len(self.levels)
        assert level.candidates is not None
        slot = level.candidates.slot
        for name in level.candidates.names_to_try(step):
            self.check()
            self.values[slot] = name
            if level.passes(step):
                if is_last:
                    yield
                else:
                    yield from self._from(number + 1, step)


@dataclass(slots=True)
class Memory:
    """The last answer and when it was found, if answers last, and what decided it."""

    mentioned: list[str]
    is_lasting: bool
    answer: bool | None = None
    answered_at: int = 0
    decisive: int = 0

    def is_current(self, true: TrueRows) -> bool:
        """Is the last answer still right?"""
        if self.answer is None:
            return False
        changed_at, since = true.changed_at, self.answered_at
        for predicate in self.mentioned:  # noqa: SIM110 (`any` takes twice as long)
            if changed_at.get(predicate, 0) > since:
                return False
        return True


@dataclass(slots=True)
class _After:
    row: Callable[[], Row]

    def holds(self, step: Transition) -> bool:
        return self.row() in step.after.rows


@dataclass(slots=True)
class _Before:
    row: Callable[[], Row]

    def holds(self, step: Transition) -> bool:
        return step.was_true(self.row())


@dataclass(slots=True)
class _Did:
    row: Callable[[], Row]

    def holds(self, step: Transition) -> bool:
        return self.row() == step.done


PART_OF_LITERAL: dict[Moment, Callable[[Callable[[], Row]], Part]] = {
    Moment.AFTER: _After,
    Moment.BEFORE: _Before,
    Moment.DID: _Did,
}


@dataclass(slots=True)
class Equal:
    """Two terms stand for the same object."""

    values: list[str]
    left: int
    right: int

    def holds(self, _: Transition) -> bool:
        """Is it true, with the present values of its variables?"""
        return self.values[self.left] == self.values[self.right]


@dataclass(slots=True)
class Negation:
    """`child` is false."""

    child: Part

    def holds(self, step: Transition) -> bool:
        """Is it true, with the present values of its variables?"""
        return not self.child.holds(step)


@dataclass(slots=True)
class _Remembering(ABC):
    """A part that is decided by one of several truths being `deciding`, and keeps its answer."""

    memory: Memory
    deciding: bool

    def holds(self, step: Transition) -> bool:
        memory = self.memory
        if not memory.is_lasting:
            return self._found(step)
        if not memory.is_current(step.after):
            memory.answer, memory.answered_at = self._found(step), step.after.clock
        assert memory.answer is not None
        return memory.answer

    @abstractmethod
    def _found(self, step: Transition) -> bool: ...


@dataclass(slots=True)
class Several(_Remembering):
    """A conjunction or disjunction: decided by any part whose truth is `deciding`."""

    parts: list[Part]

    def _found(self, step: Transition) -> bool:
        parts, first, deciding = self.parts, self.memory.decisive, self.deciding
        for i in chain(range(first, len(parts)), range(first)):
            if parts[i].holds(step) is deciding:
                self.memory.decisive = i
                return deciding
        return not deciding


@dataclass(slots=True)
class Quantified(_Remembering):
    """Decided by any objects for which the body's truth is `deciding`."""

    solutions: Solutions

    def _found(self, step: Transition) -> bool:
        return self.solutions.exist(step) is self.deciding
