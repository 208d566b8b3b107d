"""The doors: plan, certify, introspect, for tasks of every kind.

No plan leaves `plan` before independent code has replayed it, and no proof leaves `certify`
unchecked (`checking.py`). `introspect` never raises on code that it cannot understand;
what was not understood is in `diagnostics`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, singledispatch
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from introplan.checking import as_no_proof, certified, checked, guarded
from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.limits import Effort, LimitReached, Limits, Meter, thread_seconds, unenforced
from introplan.mdp import Task, check_no_chance, check_task, has_chance, world_name
from introplan.planners.catalogue import PLANNERS, Choice, Planner, planner_named
from introplan.planners.milestones import with_true_milestones
from introplan.planners.modes import (
    check_budget_seconds,
    check_limits,
    check_listener,
    check_seed,
    mode_named,
)
from introplan.planners.result import PlanResult
from introplan.planners.status import STOPPED
from introplan.programs.doors import door_for
from introplan.programs.expansion import with_care
from introplan.programs.program import ProgramTask
from introplan.search.native import is_available

if TYPE_CHECKING:
    from introplan import slipping as slips
    from introplan.certificates.certificate import Certificate
    from introplan.introspection.findings import Introspection
    from introplan.introspection.programs import chance_rewards
    from introplan.introspection.programs import finder as program_finder
    from introplan.introspection.relational import introspect as relational_finder
    from introplan.introspection.relational import wishes as relational_reward
    from introplan.introspection.returns.wishes import Wish
    from introplan.planners.external import ExternalPlanner
    from introplan.programs import chance as chances
    from introplan.programs import originals
    from introplan.relational import domain as relations
    from introplan.relational.domain import RelationalTask
    from introplan.search import python_engine
    from introplan.search.native import engine as native_engine
    from introplan.search.requests import Engine, OpenEngine
else:  # reading code takes a hundred modules, relations some fifty: few runs need both
    slips = deferred("introplan.slipping")
    chance_rewards = deferred("introplan.introspection.programs.chance_rewards")
    chances = deferred("introplan.programs.chance")
    originals = deferred("introplan.programs.originals")
    relations = deferred("introplan.relational.domain")
    native_engine = deferred("introplan.search.native.engine")
    program_finder = deferred("introplan.introspection.programs.finder")
    relational_finder = deferred("introplan.introspection.relational.introspect")
    relational_reward = deferred("introplan.introspection.relational.wishes")
    python_engine = deferred("introplan.search.python_engine")

Mode: TypeAlias = "Callable[[Meter, OpenEngine], PlanResult]"
"""A planner on its task, in the mode that was asked for."""


def _native_engine(task: RelationalTask, meter: Meter) -> Engine:
    return native_engine.KernelEngine(task, meter)


def _python_engine(task: RelationalTask, meter: Meter) -> Engine:
    return python_engine.PythonEngine(task, meter)


OPEN: Mapping[str, OpenEngine] = {"native": _native_engine, "python": _python_engine}

ENGINES = tuple(name for name in OPEN if name != "native" or is_available())
"""The engines that this installation has, the fastest first."""

BRIDGE = "introplan.interop.unified_planning"
"""Where external planners come from; it needs an extra and is loaded when asked for."""

TOO_LARGE = "a task whose rewards or costs are so large that doubles would round their sums"

OUTGROWN = "a task whose numbers grow beyond what doubles hold exactly"

MAX_BOUND_STEPS = 200_000
"""Ways to apply actions that are followed for bounds when a proof is asked for: some seconds."""


def plan(
    task: Task,
    planner: str = "introspector",
    limits: Limits | None = None,
    engine: str | None = None,
    *,
    seed: int = 0,
    optimal: bool = False,
    shortest: bool = False,
    improve: float | None = None,
    budget: float | None = None,
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

    The score counts, then the cost: `score` stands beside `bound`, which no plan exceeds. With
    `optimal` no plan scores more, and none that scores as much costs less; `proved_optimal` says
    whether that was proven within the limits. With `shortest` no plan that succeeds costs less,
    whatever it scores (`proved_shortest`). With `improve` the plan gets better until so many
    seconds are over, and `tell` gets every plan on the way, checked like the last one.

    `budget` is how many seconds may go into reading a world in Python and into distances in it; by
    default a few, and more where a search goes on for long.

    `inner` names an engine of unified-planning, such as "fast-downward", that the introspector
    asks for the way to each milestone.
    """
    _check_without_chance(task, "plan")
    check_limits(limits, meter)
    check_seed(seed)
    check_listener(tell)
    check_budget_seconds(budget, may_be_left_out=True)
    mode_name = mode_named(optimal=optimal, shortest=shortest, improve=improve)
    chosen = planner_named(planner)
    used = _engine_for(chosen, engine, task)
    open_engine, label = OPEN[used], chosen.label
    external = None if inner is None else _external_planner(inner, chosen, task)
    if external is not None:
        open_engine, label = external.engine(open_engine), f"{label}+{inner}"
    meter = meter or Meter(limits or Limits())
    meter.allows_native = engine != "python"
    if budget is not None:
        meter.limits = replace(meter.limits, reading_seconds=budget)
    started = thread_seconds()

    def finished(result: PlanResult) -> PlanResult:
        notes = [*result.notes, *unenforced(meter.limits, runs_user_code=task.runs_user_code)]
        notes += [] if external is None else [external.note]
        unique = tuple(dict.fromkeys(notes))  # several parts of a planner may find the same
        # Worlds in Python are searched natively or not depending on what was read of them.
        by = result.engine if task.runs_user_code else used
        result = replace(result, planner=label, engine=by, notes=unique, mode=mode_name)
        return with_true_milestones(checked(task, result, meter))

    if mode_name:
        report = None if tell is None else lambda result: tell(finished(result))
        mode = _special_mode(chosen, task, mode_name, improve=improve, tell=report)
    else:
        mode = partial(_run_default_mode, task, chosen, seed)
    result, used = _run_engine(mode, task, meter, open_engine, used=used, asked=engine)
    return finished(replace(result, cpu_seconds=thread_seconds() - started))


def _check_without_chance(task: Task, asked_by: str) -> None:
    """Raise unless it is a task, and one whose actions have one outcome each."""
    check_task(task, asked_by, hint=door_for)
    check_no_chance(task)


def _is_relational(task: Task) -> TypeGuard[RelationalTask]:
    # Programs come first: to ask what a relational task is loads all that there is about them.
    return not isinstance(task, ProgramTask) and isinstance(task, relations.RelationalTask)


def _run_engine(
    mode: Mode,
    task: Task,
    meter: Meter,
    open_engine: OpenEngine,
    *,
    used: str,
    asked: str | None,
) -> tuple[PlanResult, str]:
    """The planner's result, and the engine that it came from.

    Where numbers of a task outgrow the doubles of the native engine the one in Python starts anew.
    """
    try:
        return _run_planner(mode, task, meter, open_engine), used
    except OverflowError:
        if used != "native":
            raise
        if asked is not None:
            raise UsageError(f"{OUTGROWN} does not run on the native engine") from None
        return _run_planner(mode, task, meter, OPEN["python"]), "python"


def _run_planner(mode: Mode, task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    """The planner's result; one without a plan if a limit is reached outside of its search."""
    try:
        with guarded(task, meter):
            if task.runs_user_code:
                originals.check_copies(task)
            return with_care(lambda: mode(meter, open_engine))
    except LimitReached as limit:
        status, counts = STOPPED[limit.reason], (meter.expanded, meter.generated, meter.seconds)
        return PlanResult(None, 0.0, status, 0.0, *counts, reason=str(limit))


def _run_default_mode(
    task: Task, planner: Planner, seed: int, meter: Meter, open_engine: OpenEngine
) -> PlanResult:
    return planner.plan(task, meter, Choice(open_engine, seed, planner.budget or ""))


def _external_planner(name: str, planner: Planner, task: Task) -> ExternalPlanner:
    """Another planner for the inner searches; loaded by name, since bridges are an upper layer."""
    if planner.name != "introspector" or not _is_relational(task):
        what = planner.name if planner.name != "introspector" else world_name(task)
        raise UsageError(f"inner is for the introspector on relational tasks, not for {what}")
    external: ExternalPlanner = importlib.import_module(BRIDGE).external_planner_named(name)
    return external


def _special_mode(
    planner: Planner,
    task: Task,
    mode: str,
    *,
    improve: float | None,
    tell: Callable[[PlanResult], None] | None,
) -> Mode:
    """The planner in the mode asked for, if it has that mode."""
    proving = planner.shortest if mode == "shortest" else planner.optimal
    if proving is None or planner.improving is None:
        able = ", ".join(p.name for p in PLANNERS.values() if p.optimal is not None)
        raise UsageError(f"planner {planner.name} has no mode {mode!r}; {able} has")
    if improve is None:
        return partial(proving, task)
    return partial(planner.improving, task, seconds=improve, tell=tell)


def _engine_for(planner: Planner, engine: str | None, task: Task) -> str:
    """The engine asked for, or the fastest that there is; never another one than asked for."""
    possible = [name for name in ENGINES if name in planner.engines and name in task.engines]
    if not possible:
        raise UsageError(
            f"no engine of this installation ({', '.join(ENGINES)}) runs {planner.name} on "
            f"{world_name(task)}"
        )
    if engine is None:
        return possible[0]
    if engine not in OPEN:
        raise UsageError(f"unknown engine {engine!r}; there is {', '.join(ENGINES)}")
    if engine not in ENGINES:
        raise UsageError(
            f"the {engine} engine is not available: this installation was built without a compiler"
        )
    if engine not in possible:
        what = planner.name
        if engine in planner.engines:
            what = TOO_LARGE if _is_relational(task) else world_name(task)
        raise UsageError(f"{what} does not run on the {engine} engine, only on {possible[0]}")
    return engine


def certify(
    task: Task,
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
    _check_without_chance(task, "certify")
    check_limits(limits, meter)
    meter = meter or Meter(limits or Limits())
    with as_no_proof(), guarded(task, meter):
        if task.runs_user_code:
            originals.check_copies(task)
        return certified(task, Effort(states=states, steps=MAX_BOUND_STEPS), meter)


def introspect(task: Task, budget: float = 1.0) -> Introspection:
    """What there is to know about `task` without searching.

    Reading the code of a world in Python takes up to `budget` seconds; a relational task is data
    that is read at once, and `budget` does not matter. Raises `UsageError` for kinds of tasks that
    cannot be read.
    """
    check_task(task, "introspect", hint=door_for)
    check_budget_seconds(budget)
    return _introspect(task, budget)


@singledispatch
def _introspect(task: Task, budget: float) -> Introspection:
    if _is_relational(task):
        return relational_finder.introspect_relational(task)
    if has_chance(task):
        if isinstance(task, slips.SlipperyTask):
            # Slipping leads nowhere that the base does not lead: what is sure there is sure here.
            return _introspect(task.base, budget)
        raise UsageError(
            f"the rules of {task.name}, {world_name(task)}, are not read; wishes reads what is "
            "rewarded, reachable looks at all that can happen, and policy says what to do"
        )
    raise UsageError(f"introspect cannot read {type(task).__name__}")


@_introspect.register(ProgramTask)
def _(task: ProgramTask, budget: float) -> Introspection:
    return program_finder.introspect_program(task, budget=budget)


def wishes(task: Task, budget: float = 1.0) -> list[Wish]:
    """The reward of `task` as a list of `Wish(weight, condition, wanted)`, heaviest first.

    What a step pays is the sum of the weights of wanted conditions that it meets, less that of
    the others. Code is read for up to `budget` seconds; `UsageError` where it cannot be read.
    """
    check_task(task, "wishes", hint=door_for)
    check_budget_seconds(budget)
    return _wishes(task, budget)


@singledispatch
def _wishes(task: Task, budget: float) -> list[Wish]:
    if _is_relational(task):
        return relational_reward.relational_wishes(task)
    if has_chance(task):
        if isinstance(task, slips.SlipperyTask):
            return _wishes(task.base, budget)
        if isinstance(task, chances.ChanceTask):
            return chance_rewards.chance_wishes(task, budget=budget)
    raise UsageError(f"wishes cannot read {type(task).__name__}")


@_wishes.register(ProgramTask)
def _(task: ProgramTask, budget: float) -> list[Wish]:
    return program_finder.program_wishes(task, budget=budget)
