"""How much an analysis may cost, counted: the same program is read the same way every time.

An analysis that stops by the clock finds out more on an idle machine than on a busy one, and then
nodes and plans differ from run to run. So a second buys a number of steps of work, fewer than
it usually has room for. The clock is looked at too, but only as a net: for slow machines, and for
models that take long themselves.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from introplan.introspection.programs.signals import Refused

WORK_PER_SECOND = 25_000
"""Steps of the interpreter, or states of a projection, less than there is time for."""


@dataclass(slots=True)
class Budget:
    """Work that is left, until a deadline."""

    work: float
    deadline: float
    started: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, seconds: float) -> Budget:
        """What so many seconds buy, from now on."""
        return cls(seconds * WORK_PER_SECOND, time.monotonic() + seconds)

    @property
    def seconds(self) -> float:
        """The time that is left."""
        return max(0.0, self.deadline - time.monotonic())

    def share(self, part: float, *, most: float = math.inf) -> Budget:
        """A budget of its own: a part of what is left, of at most so many seconds."""
        work = min(part * self.work, most * WORK_PER_SECOND)
        return Budget(work, time.monotonic() + min(part * self.seconds, most))

    def spend(self) -> None:
        """One step of work; refuses when there is nothing left."""
        self.work -= 1
        if self.work < 0 or (not int(self.work) & 63 and time.monotonic() > self.deadline):
            raise Refused("PY-LIMIT", "this takes too long to analyse", "a larger budget")
