"""How much an analysis may cost, counted: the same program is read the same way every time.

An analysis that stops by the clock finds out more on an idle machine than on a busy one, and then
nodes and plans differ from run to run. So a second buys a number of steps of work, fewer than
it usually has room for. The clock is looked at too, but only as a net, for slow machines and slow
models: processor time, which does not depend on what else a machine does, and much more patiently
the time on the wall, for models that sleep. Time that other threads of this process work in does
not count as sleep: who plans from many threads finds out what one thread would.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from introplan.limits import thread_seconds
from introplan.symbolic.refusal import Refused

WORK_PER_SECOND = 25_000
"""Steps of the interpreter, or states of a projection, less than there is time for."""


PATIENCE = 4
"""How much longer than asked for an analysis may last where it gets no processor."""


def _idle() -> float:
    """Time on the wall in which nobody in this process did anything."""
    return time.monotonic() - time.process_time()


@dataclass(slots=True)
class Budget:
    """Work that is left, processor time until a deadline, and time on the wall (or idle)."""

    work: float
    deadline: float
    last_call: float
    clock: Callable[[], float] = _idle
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, seconds: float, wall: float | None = None) -> Budget:
        """What so many seconds buy, from now on; at the latest it ends after `wall` seconds."""
        clock = _idle if wall is None else time.monotonic
        wall = PATIENCE * seconds if wall is None else wall
        work = seconds * WORK_PER_SECOND
        return cls(work, thread_seconds() + seconds, clock() + wall, clock)

    @property
    def is_over(self) -> bool:
        """Has the time run out?"""
        return thread_seconds() > self.deadline or self.clock() > self.last_call

    def share(self, part: float, *, most: float = math.inf) -> Budget:
        """A budget of its own: a part of what is left, of at most so many seconds."""
        work = min(part * self.work, most * WORK_PER_SECOND)
        now, wall = thread_seconds(), self.clock()
        seconds = min(part * max(0.0, self.deadline - now), most)
        last_call = wall + part * max(0.0, self.last_call - wall)
        return Budget(work, now + seconds, last_call, self.clock)

    def spend(self) -> None:
        """One step of work; refuses when there is nothing left."""
        self.work -= 1
        if self.work < 0 or (not int(self.work) & 63 and self.is_over):
            raise Refused("PY-LIMIT", "this takes too long to analyse", "a larger budget")
