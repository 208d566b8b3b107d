"""The engine that unified-planning calls: one plan, or better and better ones.

`IntroplanEngine` promises a plan and gives a good one; with `optimal=True`, or as
`IntroplanOptimalEngine`, which is what unified-planning picks when it is asked for a guarantee, it
proves that none is better in the sense of the problem's metric: no plan costs less (a shortest
plan, where there are no costs), or none gains more (oversubscription). All plans have been
replayed by `verify` before they are given.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import IO, Any

from unified_planning.engines import (
    Credits,
    Engine,
    OptimalityGuarantee,
    PlanGenerationResult,
)
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.model import Problem, ProblemKind
from unified_planning.model.metrics import Oversubscription

from introplan.api import plan
from introplan.errors import UsageError
from introplan.interop.unified_planning.expressions import UnsupportedError
from introplan.interop.unified_planning.oversubscription import (
    SoftGoal,
    better_plans,
    soft_goals_of,
)
from introplan.interop.unified_planning.problems import (
    Translation,
    intermediate,
    metric_of,
    refusal,
    report,
    translated,
)
from introplan.limits import Limits, Meter
from introplan.planners.result import PlanResult, PlanStatus
from introplan.relational.domain import RelationalTask
from introplan.reporting.answers import progress_text
from introplan.reporting.words import count_of

UNLIMITED_SECONDS = 1e9
"""Seconds to improve a plan for where there is no limit: thirty years, as a finite number."""

SIDE_ATTEMPT_FRACTION = 0.25
"""Of the time that is left, for an attempt that nothing depends on: if it fails, most of the time
is still there for the search that the answer comes from."""

SUPPORTED = {
    "PROBLEM_CLASS": ["ACTION_BASED"],
    "TYPING": ["FLAT_TYPING", "HIERARCHICAL_TYPING"],
    "PROBLEM_TYPE": ["SIMPLE_NUMERIC_PLANNING", "GENERAL_NUMERIC_PLANNING"],
    "NUMBERS": ["BOUNDED_TYPES"],
    "FLUENTS_TYPE": ["INT_FLUENTS", "REAL_FLUENTS"],
    "CONDITIONS_KIND": [
        "NEGATIVE_CONDITIONS",
        "DISJUNCTIVE_CONDITIONS",
        "EQUALITIES",
        "EXISTENTIAL_CONDITIONS",
        "UNIVERSAL_CONDITIONS",
    ],
    "EFFECTS_KIND": [
        "CONDITIONAL_EFFECTS",
        "FORALL_EFFECTS",
        "INCREASE_EFFECTS",
        "DECREASE_EFFECTS",
        "STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS",
        "FLUENTS_IN_NUMERIC_ASSIGNMENTS",
        "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
        "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    ],
    "QUALITY_METRICS": ["ACTIONS_COST", "PLAN_LENGTH", "OVERSUBSCRIPTION"],
    "ACTIONS_COST_KIND": [
        "STATIC_FLUENTS_IN_ACTIONS_COST",
        "INT_NUMBERS_IN_ACTIONS_COST",
        "REAL_NUMBERS_IN_ACTIONS_COST",
    ],
    "OVERSUBSCRIPTION_KIND": [
        "INT_NUMBERS_IN_OVERSUBSCRIPTION",
        "REAL_NUMBERS_IN_OVERSUBSCRIPTION",
    ],
}
"""What problems may speak of, in the words of unified-planning."""

CREDITS = Credits(
    name="introplan",
    author="the introplan authors",
    contact="",  # there is no public page of the project yet
    website="",
    license="MIT",
    short_description="Plans from the rules and the reward of a world.",
    long_description=(
        "Reads the goal or the reward of a task as a program, derives milestones and distances "
        "from it, and searches from milestone to milestone."
    ),
)


@dataclass(frozen=True, slots=True)
class Request:
    """One call: what to plan, for how long, and where to talk about it."""

    translation: Translation
    meter: Meter
    output: IO[str] | None

    def say(self, text: str) -> None:
        """A line on the output stream, if there is one."""
        if self.output is not None:
            self.output.write(f"introplan: {text}\n")


class IntroplanEngine(Engine, OneshotPlannerMixin, AnytimePlannerMixin):
    """The introspector as an engine of unified-planning."""

    def __init__(
        self,
        *,
        optimal: bool = False,
        planner: str = "introspector",
        engine: str | None = None,
        seed: int = 0,
        memory_mb: float | None = None,
        **others: Any,
    ) -> None:
        if others:
            raise UsageError(f"unknown parameter {next(iter(others))!r} of engine introplan")
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        self.optimal = optimal
        self.choices: dict[str, Any] = {"planner": planner, "engine": engine, "seed": seed}
        self.memory_mb = memory_mb

    @property
    def name(self) -> str:
        """How the engine is called."""
        return "introplan"

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        """Who made it."""
        return CREDITS

    @staticmethod
    def supported_kind() -> ProblemKind:
        """What problems may speak of."""
        kind = ProblemKind(version=2)
        for group, features in SUPPORTED.items():
            for feature in features:
                getattr(kind, f"set_{group.lower()}")(feature)
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Is everything in such problems supported?"""
        return bool(problem_kind <= IntroplanEngine.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Plans, without a promise that they are the best."""
        return optimality_guarantee is OptimalityGuarantee.SATISFICING

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        """Each plan is better than the one before."""
        return anytime_guarantee is AnytimeGuarantee.INCREASING_QUALITY

    def _solve(
        self,
        problem: Problem,
        heuristic: Callable[..., Any] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        """One plan."""
        try:
            request = self._request(problem, timeout, output_stream)
            result = self._planned(request)
        except (UnsupportedError, UsageError) as refused:
            return refusal(str(refused), self.name)
        request.say(f"{result.status}: {_found(result)}, {result.seconds:.3f} s")
        return report(result, request.translation, self.name)

    def _get_solutions(
        self,
        problem: Problem,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> Iterator[PlanGenerationResult]:
        """Better and better plans; the last result says how it ended."""
        try:
            request = self._request(problem, timeout, output_stream)
            for result in self._improved(request):
                if isinstance(result, Last):
                    request.say(f"{result.result.status} after {result.result.seconds:.3f} s")
                    yield report(result.result, request.translation, self.name)
                else:
                    request.say(_found(result))
                    yield intermediate(result, request.translation, self.name)
        except (UnsupportedError, UsageError) as refused:
            yield refusal(str(refused), self.name)

    def _request(self, problem: Problem, timeout: float | None, output: IO[str] | None) -> Request:
        meter = Meter(Limits(timeout, memory_mb=self.memory_mb))
        return Request(translated(problem), meter, output)

    def _planned(self, request: Request) -> PlanResult:
        """The plan asked for, the best one if that was asked for."""
        task, soft_goals = request.translation.task, _soft_goals(request.translation)
        if soft_goals is None:
            # The metrics are costs, which `shortest` is about; all plans score the same.
            return plan(task, **self.choices, shortest=self.optimal, meter=request.meter)
        plans = better_plans(task, soft_goals, self._solver(request), to_the_end=self.optimal)
        return list(plans)[-1]

    def _solver(self, request: Request) -> Callable[[RelationalTask, int | None], PlanResult]:
        """Plans within what is left of the limits; few nodes get little time, too."""

        def solve(task: RelationalTask, nodes: int | None) -> PlanResult:
            left = request.meter.seconds_left
            if left is not None and nodes is not None:
                left *= SIDE_ATTEMPT_FRACTION
            limits = replace(request.meter.limits, seconds=left, nodes=nodes)
            return plan(task, **self.choices, limits=limits)

        return solve

    def _improved(self, request: Request) -> Iterator[PlanResult | Last]:
        task, soft_goals = request.translation.task, _soft_goals(request.translation)
        if soft_goals is None:
            yield from self._shorter_and_shorter(request)
            return
        best = last = None
        for last in better_plans(task, soft_goals, self._solver(request), to_the_end=True):
            if last.plan is not None and (best is None or last.score > best.score):
                best = last
                yield best
        assert last is not None, "there is always an answer"
        yield Last(last if best is None else replace(last, status=PlanStatus.SUCCESS))

    def _shorter_and_shorter(self, request: Request) -> Iterator[PlanResult | Last]:
        """Plan in a thread, and yield what it finds; closing the generator stops it."""
        found: queue.Queue[PlanResult | Last | Exception] = queue.Queue()
        # A thread, since `plan` calls back with each better plan while unified-planning wants to
        # pull them from a generator, and may stop pulling at any time.
        worker = threading.Thread(target=self._improve, args=(request, found), daemon=True)
        worker.start()
        try:
            while True:
                result = found.get()
                if isinstance(result, Exception):
                    raise result
                yield result
                if isinstance(result, Last):
                    return
        finally:
            # Also when the generator is closed half-way: the thread would plan on to its limit.
            request.meter.interrupted = True
            worker.join()

    def _improve(
        self, request: Request, found: queue.Queue[PlanResult | Last | Exception]
    ) -> None:
        seconds = request.meter.limits.seconds
        try:
            result = plan(
                request.translation.task,
                **self.choices,
                improve=UNLIMITED_SECONDS if seconds is None else seconds,
                meter=request.meter,
                tell=found.put,
            )
            found.put(Last(result))
        except Exception as problem:  # it is raised in the consumer's thread
            found.put(problem)


@dataclass(frozen=True, slots=True)
class Last:
    """The result after which nothing better comes."""

    result: PlanResult


class IntroplanOptimalEngine(IntroplanEngine):
    """The same with the promise that no plan is better."""

    def __init__(self, **choices: Any) -> None:
        super().__init__(**{"optimal": True, **choices})

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Plans, the best ones."""
        return True


def _found(result: PlanResult) -> str:
    """A plan on one line: how long, what it scores of how much, what it costs."""
    if result.plan is None:
        return "no plan"
    return f"{count_of(len(result.plan), 'step')}, {progress_text(result)}"


def _soft_goals(translation: Translation) -> tuple[SoftGoal, ...] | None:
    """The goals with gains, where the metric is about them."""
    metric = metric_of(translation.problem)
    if not isinstance(metric, Oversubscription):
        return None
    return soft_goals_of((translation.formula(g), Fraction(v)) for g, v in metric.goals.items())
