"""The budget of an analysis, counted in steps: the same program is analysed the same every time.

An analysis that stops by the clock gets further on an idle machine than on a busy one, and then
its results differ from run to run. So a second buys a number of steps, fewer than it usually has
room for. The clock is only a safety net for slow machines and slow programs: processor time, which
does not depend on the load of the machine, and, several times later, wall-clock time, for programs
that sleep. Wall-clock time in which other threads of this process work, or in which this one waits
for a processor, does not count: an analysis on a busy machine ends where it would end alone.

A budget that the user has asked for holds for all that is done within `being_spent`: further
budgets are `allowed` within it, and what takes long between two steps asks `is_time_over`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from introplan.limits import queued_seconds, thread_seconds
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import terms_asked

STEPS_PER_SECOND = 40_000
"""Steps of the interpreter, or states of an abstraction, that one second buys. It usually has room
for more, so that the count ends an analysis and not the clock."""

MAX_WALL_FACTOR = 4
"""Wall-clock seconds for each second asked for: room for a machine that is shared with others."""

CLOCK_CHECK_STEPS = 4
"""Steps between two looks at the processor's clock, which costs a hundredth of a step; there are
programs of which a single step takes a tenth of a second."""

WALL_CHECK_STEPS = 64
"""Steps between two looks at the wall clock, which costs as much as a step."""


def _idle() -> float:
    """Wall-clock seconds in which this thread slept and no other of this process worked."""
    return _not_working() - queued_seconds()


def _not_working() -> float:
    """Wall-clock seconds in which no thread of this process worked."""
    return time.monotonic() - time.process_time()


@dataclass(slots=True)
class Budget:
    """Steps that are left, and deadlines in processor time and in wall-clock (or idle) time."""

    steps: float
    deadline: float
    wall_deadline: float
    clock: Callable[[], float] = _idle
    started: float = field(default_factory=time.monotonic)
    last_term: float = math.inf
    """It is over when this thread has asked for so many terms."""

    @classmethod
    def of(cls, seconds: float, wall: float | None = None) -> Budget:
        """What so many seconds buy, from now on; ends after `wall` wall-clock seconds anyway."""
        clock = _idle if wall is None else time.monotonic
        wall = MAX_WALL_FACTOR * seconds if wall is None else wall
        steps = seconds * STEPS_PER_SECOND
        deadline = thread_seconds() + seconds
        return cls(steps, deadline, clock() + wall, clock)

    @property
    def is_over(self) -> bool:
        """Has one of the deadlines passed?"""
        if thread_seconds() > self.deadline:
            return True
        # To ask how long this thread was queued takes 40 us, and can only make the idle time less.
        if self.clock is _idle and _not_working() <= self.wall_deadline:
            return False
        return self.clock() > self.wall_deadline

    def share(self, part: float, *, most: float = math.inf) -> Budget:
        """A new budget: a part of what is left, of at most `most` seconds."""
        steps = min(part * self.steps, most * STEPS_PER_SECOND)
        now, wall = thread_seconds(), self.clock()
        seconds = min(part * max(0.0, self.deadline - now), most)
        wall_deadline = wall + part * max(0.0, self.wall_deadline - wall)
        return Budget(steps, now + seconds, wall_deadline, self.clock, last_term=self.last_term)

    def with_terms(self, most: float) -> Budget:
        """A new budget of at most so many terms from now on, with the same deadlines."""
        return replace(self, last_term=min(self.last_term, terms_asked() + most))

    def foresee(self, terms: float) -> None:
        """Give up now, by raising `Refused`, if so many more terms are more than are left."""
        if terms_asked() + terms > self.last_term:
            self.last_term = -1
            raise _too_long()

    @property
    def has_terms_left(self) -> bool:
        """Were fewer terms asked for than this budget has?"""
        return terms_asked() <= self.last_term

    def kept(self) -> Callable[[], Budget]:
        """What is left now, to be spent later: the time until then does not count.

        It is spent within the budget that holds then, if one does.
        """
        steps, seconds, clock = self.steps, self.deadline - thread_seconds(), self.clock
        wall = self.wall_deadline - clock()

        def left() -> Budget:
            spent = _SPENT.get()
            if spent is None:
                return Budget(steps, thread_seconds() + seconds, clock() + wall, clock)
            budget = spent.share(1.0, most=max(0.0, seconds))
            budget.steps = min(steps, budget.steps)
            return budget

        return left

    def spend(self) -> None:
        """Count one step; raises `Refused` when nothing is left."""
        self.steps -= 1
        if not self.has_terms_left:
            raise _too_long()
        if self.steps < 0 or (not int(self.steps) % CLOCK_CHECK_STEPS and self._is_late()):
            raise _too_long()

    def _is_late(self) -> bool:
        """The same as `is_over`, with fewer looks at the wall clock."""
        asks_wall = not int(self.steps) % WALL_CHECK_STEPS
        return self.is_over if asks_wall else thread_seconds() > self.deadline

    @contextmanager
    def being_spent(self) -> Iterator[None]:
        """In the block this is all that may be spent: see `allowed` and `is_time_over`."""
        token = _SPENT.set(self)
        try:
            yield
        finally:
            _SPENT.reset(token)


def _too_long() -> Refused:
    return Refused("PY-LIMIT", "this takes too long to analyse", "a larger budget")


_SPENT: ContextVar[Budget | None] = ContextVar("spent", default=None)


def allowed(seconds: float, wall: float | None = None) -> Budget:
    """A budget of so many seconds, within the one that is being spent."""
    spent = _SPENT.get()
    return Budget.of(seconds, wall) if spent is None else spent.share(1.0, most=seconds)


def is_limited() -> bool:
    """Is a budget being spent that holds for all that is read?"""
    return _SPENT.get() is not None


def is_time_over() -> bool:
    """Has a deadline of the budget that is being spent passed?"""
    budget = _SPENT.get()
    return budget is not None and budget.is_over


def check_time() -> None:
    """Raise `Refused` if a deadline of the budget that is being spent has passed."""
    if is_time_over():
        raise _too_long()
