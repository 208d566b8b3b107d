"""Prove and check: no proof that there is no plan leaves this module unchecked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from introplan.errors import ModelError, NoProofError, RefutedError, UsageError
from introplan.model.certificate import Certificate
from introplan.model.domain import Task
from introplan.planners.certifying import Effort, certificates
from introplan.planners.run import why_stopped
from introplan.programs.originals import check_copies
from introplan.programs.program import ProgramTask
from introplan.search.alarm import watched
from introplan.search.limits import LimitReached, Limits, Meter
from introplan.verification import verify

IN_PASSING = Effort(states=3_000, transitions=20_000, steps=5_000, checks=50_000, facts=5_000)
"""What is spent without being asked on the proof that there is no plan: about a second."""

IN_PASSING_BY_CALLS = Effort(states=500, transitions=2_000, steps=0)
"""The same in worlds in Python, where every transition is a call of functions that may be slow."""

MOST_STEPS = 200_000
"""What is spent on bounds when a proof is asked for."""


def certify(
    task: Task | ProgramTask,
    limits: Limits | None = None,
    *,
    states: int = 100_000,
    meter: Meter | None = None,
) -> Certificate:
    """A proof that `task` has no plan, checked by code that shares nothing with search.

    It is small where relaxed reasoning is enough (`Bounds`); else it lists every state that can be
    reached (`ClosedSet`), at most so many. Raises `NoProofError` with the reason where there is a
    plan, where there are more states, or where a limit is reached.
    """
    if not isinstance(task, Task | ProgramTask):
        raise UsageError(f"certify takes a task, got {type(task).__name__}")
    meter = meter or Meter(limits or Limits())
    with _limited(), watched(task, meter):
        if isinstance(task, ProgramTask):
            check_copies(task)
        return _certified(task, Effort(states=states, steps=MOST_STEPS), meter)


@contextmanager
def _limited() -> Iterator[None]:
    """Whoever is stopped has no proof."""
    try:
        yield
    except LimitReached as limit:
        raise NoProofError(why_stopped(limit)) from None
    except MemoryError:
        raise NoProofError("the system is out of memory") from None


def _certified(task: Task | ProgramTask, effort: Effort, meter: Meter) -> Certificate:
    """The first certificate that stands."""
    for certificate in certificates(task, meter, effort):
        verdict = verify(task, certificate, tick=effort.ticks(meter))
        if verdict.valid:
            return certificate
    if isinstance(task, ProgramTask):
        raise changing_world(verdict.reason)
    raise AssertionError(f"the certificate does not stand: {verdict.reason}")


@dataclass(slots=True)
class _AlongWith(Meter):
    """A meter with limits and counts of its own that is interrupted together with another one."""

    other: Meter = field(default_factory=Meter)

    def tick(self) -> None:
        """A sign of life from a loop."""
        self.interrupted = self.other.interrupted
        Meter.tick(self)


@dataclass(slots=True)
class _Memory:
    """The task that was last proven to have no plan: other planners need not prove it again."""

    task: Task | None = None


_LAST = _Memory()


def is_proven_in_passing(task: Task | ProgramTask, meter: Meter) -> bool:
    """Is there a small proof that there is no plan, and time to find and check it?

    Raises `RefutedError` where there is a plan.
    """
    if task is _LAST.task:
        return True
    limits = meter.limits
    left = None if limits.seconds is None else max(limits.seconds - meter.seconds, 0.0)
    own = _AlongWith(Limits(left, memory_mb=limits.memory_mb), other=meter)
    effort = IN_PASSING if isinstance(task, Task) else IN_PASSING_BY_CALLS
    try:
        with _limited(), watched(task, own):
            _certified(task, effort, own)
    except RefutedError:
        raise
    except NoProofError:
        return False
    if isinstance(task, Task):
        _LAST.task = task
    return True


def changing_world(what: str) -> ModelError:
    """The error about a world in Python that does not stay the same."""
    return ModelError(
        f"looking again gives something else than planning did: {what}; transition, reward and "
        "terminal must depend on nothing but their arguments"
    )
