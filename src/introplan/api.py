"""Plan and check: no plan leaves this module before independent code has replayed it.

Prove and check: no proof that there is no plan leaves this module unchecked.

`introspect`: what the rules and the reward of a task say about where to go.

The same question for relational tasks and for ordinary Python. It never raises on code that it
cannot understand; what was not understood is in `diagnostics`.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from introplan.certificates.certificate import Certificate
from introplan.deferred import deferred
from introplan.errors import ModelError, NoProofError, RefutedError, UsageError
from introplan.limits import LimitReached, Limits, Meter, thread_seconds, unenforced
from introplan.mdp import Status, Wanted
from introplan.planners.catalogue import PLANNERS, Choice, Planner, planner_named
from introplan.planners.external import Guest, handing_over
from introplan.planners.proofs import Effort, certificates
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planners.run import STOPPED, why_stopped
from introplan.programs.originals import check_copies
from introplan.programs.program import ProgramTask
from introplan.programs.user_code import limit_user_code, wrong_answer
from introplan.relational.domain import Task
from introplan.search.native.engine import KernelEngine, is_available
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import OpenEngine
from introplan.verification import verify

if TYPE_CHECKING:
    from introplan.introspection.findings import Introspection
    from introplan.introspection.programs import finder as program_finder
    from introplan.introspection.relational import finder as relational_finder
else:  # reading code takes some fifty modules, which planning on relations does not need
    program_finder = deferred("introplan.introspection.programs.finder")
    relational_finder = deferred("introplan.introspection.relational.finder")

WayToPlan: TypeAlias = Callable[[Meter, OpenEngine], PlanResult]

OPEN: Mapping[str, OpenEngine] = {"native": KernelEngine, "python": PythonEngine}

ENGINES = tuple(name for name in OPEN if name != "native" or is_available())
"""The engines that this installation has, the fastest first."""

BRIDGE = "introplan.interop.unified_planning"
"""Where guests for the inner search come from; it needs an extra and is loaded when asked for."""

GRACE = 0.1
"""How much longer than its limit, in seconds and as a share, the check of a plan may take."""


def plan(
    task: Task | ProgramTask,
    planner: str = "introspector",
    limits: Limits | None = None,
    engine: str | None = None,
    *,
    seed: int = 0,
    optimal: bool = False,
    improve: float | None = None,
    meter: Meter | None = None,
    tell: Callable[[PlanResult], None] | None = None,
    inner: str | None = None,
) -> PlanResult:
    """Plan `task` within `limits`; the plan in the result has been replayed by `verify`.

    Where there is no plan, `verified` says that a proof of that was made and checked (`certify`),
    which is tried wherever it is small.

    `planner` is one of `introplan planners`, such as "greedy" or "beam[100]"; those that draw
    numbers do so by `seed`. A caller that wants to stop the planner from outside passes a `meter`
    and sets its `interrupted`. `engine` is "native" or "python"; by default the fastest there is.

    With `optimal` the plan is the cheapest one, and `proved_optimal` says whether that was proven
    within the limits. With `improve` the plan gets better until so many seconds are over, and
    `tell` gets every plan on the way, checked like the last one.

    `inner` names an engine of unified-planning, such as "fast-downward", that the introspector
    asks for the way to each milestone.
    """
    if not isinstance(task, Task | ProgramTask):
        hint = "a program has them: program(...).task(start)"
        raise UsageError(f"plan takes a task, got {type(task).__name__}; {hint}")
    chosen = planner_named(planner)
    engine = _engine_for(chosen, engine, task)
    open_engine, label = OPEN[engine], chosen.label
    if inner is not None:
        open_engine = handing_over(open_engine, _guest(inner, chosen, task))
        label = f"{label}+{inner}"
    meter = meter or Meter(limits or Limits())
    for text in unenforced(meter.limits, runs_user_code=isinstance(task, ProgramTask)):
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    started = thread_seconds()
    reads_code = isinstance(task, ProgramTask) and chosen.name == "introspector"
    if reads_code and optimal and improve is None:
        way: WayToPlan = partial(_by_choice, task, chosen, seed=seed, optimal=True)
    elif optimal or improve is not None:
        finish = partial(_finished, task, planner=label, engine=engine, meter=meter)
        heard = None if tell is None else lambda result: tell(finish(result))
        way = _way_to_plan(chosen, task, optimal=optimal, improve=improve, tell=heard)
    else:
        way = partial(_by_choice, task, chosen, seed=seed, optimal=False)
    result = _planned(way, task, meter, open_engine)
    result = replace(result, cpu_seconds=thread_seconds() - started)
    return _finished(task, result, planner=label, engine=engine, meter=meter)


def _guarded(task: Task | ProgramTask, meter: Meter) -> AbstractContextManager[None]:
    """User code may loop or raise anything; PDDL is only data and needs no guard."""
    return nullcontext() if isinstance(task, Task) else limit_user_code(meter)


def _planned(
    way: WayToPlan, task: Task | ProgramTask, meter: Meter, open_engine: OpenEngine
) -> PlanResult:
    """What the planner says; nothing, if the alarm goes off once more while it tells."""
    try:
        with _guarded(task, meter):
            if isinstance(task, ProgramTask):
                check_copies(task)
            return way(meter, open_engine)
    except LimitReached as limit:
        status, counts = STOPPED[limit.reason], (meter.expanded, meter.generated, meter.seconds)
        return PlanResult(None, 0.0, status, 0.0, *counts, reason=why_stopped(limit))


def _by_choice(
    task: Task | ProgramTask,
    planner: Planner,
    meter: Meter,
    open_engine: OpenEngine,
    *,
    seed: int,
    optimal: bool,
) -> PlanResult:
    """The planner in its usual mode, or in the optimal one that it has of its own."""
    budget = "" if optimal else planner.budget or ""
    return planner.plan(task, meter, Choice(open_engine, seed, budget, optimal=optimal))


def _guest(name: str, planner: Planner, task: Task | ProgramTask) -> Guest:
    """Somebody else to do the inner searches; found by name, since bridges stand above us."""
    if planner.name != "introspector" or isinstance(task, ProgramTask):
        what = planner.name if planner.name != "introspector" else "a world in Python"
        raise UsageError(f"inner is for the introspector on relational tasks, not for {what}")
    bridge = importlib.import_module(BRIDGE)
    guest: Guest = bridge.guest_named(name)
    return guest


def _finished(
    task: Task | ProgramTask, result: PlanResult, *, planner: str, engine: str, meter: Meter
) -> PlanResult:
    """The result with who found it, and its plan replayed."""
    result = replace(result, planner=planner, engine=engine)
    if result.status is PlanStatus.UNSOLVABLE:
        return _proven(task, result, meter)
    return result if result.plan is None else _checked(task, result, meter)


def _way_to_plan(
    planner: Planner,
    task: Task | ProgramTask,
    *,
    optimal: bool,
    improve: float | None,
    tell: Callable[[PlanResult], None] | None,
) -> WayToPlan:
    """The planner in the mode asked for, if it has that mode and the mode fits the task."""
    if optimal and improve is not None:
        raise UsageError("optimal and improve exclude each other: a proof takes its time")
    mode = "optimal" if optimal else "improve"
    if planner.optimal is None or planner.improving is None:
        able = ", ".join(p.name for p in PLANNERS.values() if p.optimal is not None)
        raise UsageError(f"planner {planner.name} has no mode {mode!r}; {able} has")
    if isinstance(task, ProgramTask):
        raise UsageError(f"mode {mode!r} is for relational tasks, not for a world in Python")
    if optimal:
        if task.has_refunds:
            raise UsageError("optimal needs costs that are not negative; improve does not")
        return partial(planner.optimal, task)
    assert improve is not None
    if not 0 <= improve < math.inf:
        raise UsageError(f"improve is a number of seconds, not {improve}")
    return partial(planner.improving, task, seconds=improve, tell=tell)


def _engine_for(planner: Planner, engine: str | None, task: Task | ProgramTask) -> str:
    """The engine asked for, or the fastest that there is; never another one than asked for."""
    possible = planner.engines if isinstance(task, Task) else ("python",)
    if engine is None:
        return next(name for name in ENGINES if name in possible)
    if engine not in OPEN:
        raise UsageError(f"unknown engine {engine!r}; there is {', '.join(ENGINES)}")
    if engine not in ENGINES:
        raise UsageError(
            f"the {engine} engine is not available: this installation was built without a compiler"
        )
    if engine not in possible:
        what = planner.name if engine not in planner.engines else "a model in Python"
        raise UsageError(f"{what} does not run on the {engine} engine, only on {possible[0]}")
    return engine


def _checked(task: Task | ProgramTask, result: PlanResult, meter: Meter) -> PlanResult:
    """The result with its plan replayed, or without the plan where there is no time for that."""
    seconds = meter.limits.seconds
    if seconds is not None:
        seconds = max(seconds - meter.seconds, 0) + max(GRACE * seconds, GRACE)
    replay = Meter(Limits(seconds))
    try:
        with _guarded(task, replay):
            is_success = _confirm(task, result, replay)
    except LimitReached as limit:
        hung = f", while {limit.place} was running" if limit.place else ""
        reason = f"time was up before the plan was checked{hung}"
        return result.without_plan(PlanStatus.OUT_OF_TIME, reason)
    return replace(result, verified=True, is_successful=is_success)


def _confirm(task: Task | ProgramTask, result: PlanResult, meter: Meter) -> bool:
    """An independent replay must agree with everything the planner claims; is it a success?"""
    if isinstance(task, ProgramTask):
        task = _with_end(task, result)
    verdict = verify(task, result.plan, check=meter.check)
    is_success = verdict.valid and verdict.status is Status.SUCCESS
    if result.status is PlanStatus.SUCCESS:
        agrees = is_success
    elif isinstance(task, ProgramTask):
        agrees = verdict.status in (Status.CONTINUE, Status.SUCCESS)
    else:
        is_cut_off = result.status is not PlanStatus.HORIZON and is_success
        agrees = verdict.status is Status.CONTINUE or is_cut_off
    rounding = 1e-9 * sum(map(abs, verdict.rewards))
    if not agrees or abs(verdict.score - result.score) > rounding:
        if isinstance(task, ProgramTask):
            raise wrong_answer(
                "running the plan again",
                task.program.transition,
                f"gives something else than planning did: score {verdict.score:g} instead of "
                f"{result.score:g}{'; ' * bool(verdict.reason)}{verdict.reason}; transition, "
                "reward and terminal must depend on nothing but their arguments",
            )
        raise AssertionError(
            f"planner {result.planner} is wrong: it claims {result.status} with score "
            f"{result.score}, replaying gives {verdict}"
        )
    return is_success and not _is_end_unknown(task)


def _is_end_unknown(task: Task | ProgramTask) -> bool:
    """Does nobody know the reward that would be success?"""
    return isinstance(task, ProgramTask) and task.wanted is Wanted.BEST_REWARD


def _with_end(task: ProgramTask, result: PlanResult) -> ProgramTask:
    """The task with the maximal reward that a planner found by looking at everything."""
    is_found = task.wanted is Wanted.BEST_REWARD and result.status is PlanStatus.SUCCESS
    return replace(task, r_max=result.milestones[-1].reward) if is_found else task


def _proven(task: Task | ProgramTask, result: PlanResult, meter: Meter) -> PlanResult:
    """The result, verified if a proof is small and there is time for it."""
    try:
        return replace(result, verified=is_proven_in_passing(task, meter))
    except RefutedError as error:
        if isinstance(task, ProgramTask):
            raise changing_world(str(error)) from None
        raise AssertionError(f"planner {result.planner} is wrong: {error}") from None


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
    with _limited(), _guarded(task, meter):
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
        verdict = verify(task, certificate, check=effort.ticks(meter))
        if verdict.valid:
            return certificate
    if isinstance(task, ProgramTask):
        raise changing_world(verdict.reason)
    raise AssertionError(f"the certificate does not stand: {verdict.reason}")


@dataclass(slots=True)
class _AlongWith(Meter):
    """A meter with limits and counts of its own that is interrupted together with another one."""

    other: Meter = field(default_factory=Meter)

    def check(self) -> None:
        """A sign of life from a loop."""
        self.interrupted = self.other.interrupted
        Meter.check(self)


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
        with _limited(), _guarded(task, own):
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


def introspect(task: Task | ProgramTask, budget: float = 1.0) -> Introspection:
    """What there is to know about `task` without searching, found out in `budget` seconds."""
    if isinstance(task, ProgramTask):
        return program_finder.introspect_program(task, budget=budget)
    return relational_finder.introspect_relational(task)
