"""The planners by name; `beam[100]` is the planner `beam` with K = 100.

A new planner is a file of its own beside this one and an entry in `PLANNERS`. One that asks only
the black box is a function of a `Search` (see `beam.py`) and comes in by `_baseline`; one that
reads the task is a `functools.singledispatch` function with a registration for each kind of task
(see `introspector.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

from introplan.deferred import deferred
from introplan.errors import UsageError, did_you_mean
from introplan.limits import Meter
from introplan.mdp import Task
from introplan.planners.result import Method, PlanResult
from introplan.programs.program import ProgramTask

if TYPE_CHECKING:
    from introplan.planners import (
        anytime,
        baseline,
        beam,
        budget,
        greedy,
        introspector,
        mcts,
        optimal,
        program_introspector,
        random_shooting,
        shortest,
        value_iteration,
    )
    from introplan.planners.nodes import Conclusion, Search
    from introplan.search.requests import OpenEngine
else:  # a run needs one of them
    anytime, baseline, beam, greedy, introspector, mcts, optimal, random_shooting, shortest = (
        deferred(f"introplan.planners.{name}")
        for name in (
            "anytime",
            "baseline",
            "beam",
            "greedy",
            "introspector",
            "mcts",
            "optimal",
            "random_shooting",
            "shortest",
        )
    )
    budget = deferred("introplan.planners.budget")
    program_introspector = deferred("introplan.planners.program_introspector")
    value_iteration = deferred("introplan.planners.value_iteration")


class Improving(Protocol):
    """Plans for a number of seconds."""

    def __call__(
        self,
        task: Task,
        meter: Meter,
        open_engine: OpenEngine,
        *,
        seconds: float,
        tell: Callable[[PlanResult], None] | None = None,
    ) -> PlanResult:
        """The best plan that can be found in that time."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """What else a planner is given: the engine, a seed and its K."""

    open_engine: OpenEngine
    seed: int = 0
    budget: str = ""


PlanFunction: TypeAlias = Callable[[Task, Meter, Choice], PlanResult]


@dataclass(frozen=True, slots=True)
class Planner:
    """A planner and one line about it; one that takes a K has a `budget`, here by default.

    `optimal` proves that no plan scores more, `shortest` that none that succeeds costs less;
    `improving` gets better while time lasts.
    """

    name: str
    summary: str
    plan: PlanFunction
    engines: tuple[str, ...] = ("python",)
    budget: str | None = None
    optimal: Callable[[Task, Meter, OpenEngine], PlanResult] | None = None
    shortest: Callable[[Task, Meter, OpenEngine], PlanResult] | None = None
    improving: Improving | None = None

    @property
    def pattern(self) -> str:
        """How the name is written: `beam[K]`."""
        return self.name if self.budget is None else f"{self.name}[K]"

    @property
    def label(self) -> str:
        """The name with its K: `beam[100]`."""
        return self.name if self.budget is None else f"{self.name}[{self.budget}]"


def _introspector(task: Task, meter: Meter, choice: Choice) -> PlanResult:
    if isinstance(task, ProgramTask):  # without what relations need
        return program_introspector.plan_program(task, meter)
    return introspector.introspector(task, meter, choice.open_engine)


def _greedy(task: Task, meter: Meter, choice: Choice) -> PlanResult:
    return greedy.plan_greedily(task, meter, choice.open_engine)


def _value_iteration(task: Task, meter: Meter, choice: Choice) -> PlanResult:
    return baseline.run_baseline(
        task, meter, value_iteration.value_iteration, method=Method.VALUE_ITERATION
    )


def _optimal(task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    return optimal.optimal(task, meter, open_engine)


def _shortest(task: Task, meter: Meter, open_engine: OpenEngine) -> PlanResult:
    return shortest.shortest(task, meter, open_engine)


def _improving(
    task: Task,
    meter: Meter,
    open_engine: OpenEngine,
    *,
    seconds: float,
    tell: Callable[[PlanResult], None] | None = None,
) -> PlanResult:
    return anytime.improving(task, meter, open_engine, seconds=seconds, tell=tell)


def _baseline(search_with: Callable[[Search, int], Conclusion], method: Method) -> PlanFunction:
    """A planner that takes nothing but the black box and its K."""

    def plan(task: Task, meter: Meter, choice: Choice) -> PlanResult:
        def search_with_k(search: Search) -> Conclusion:
            return search_with(search, budget.budget(choice.budget, search.episode.distance))

        return baseline.run_baseline(task, meter, search_with_k, method=method, seed=choice.seed)

    return plan


BOTH = ("native", "python")

PLANNERS: Mapping[str, Planner] = {
    planner.name: planner
    for planner in (
        Planner(
            "introspector",
            "reads the reward, searches from milestone to milestone (the paper's algorithm)",
            _introspector,
            BOTH,
            optimal=_optimal,
            shortest=_shortest,
            improving=_improving,
        ),
        Planner(
            "greedy", "exhaustive best-first search on score, sees a black box", _greedy, BOTH
        ),
        Planner(
            "random",
            "the best of K random plans",
            _baseline(lambda s, k: random_shooting.random_shooting(s, k), Method.RANDOM_SHOOTING),
            budget="1000",
        ),
        Planner(
            "beam",
            "beam search: the K best nodes of each depth are kept",
            _baseline(lambda s, k: beam.beam(s, k), Method.BEAM),
            budget="1000",
        ),
        Planner(
            "mcts",
            "Monte Carlo tree search with UCT and random roll-outs, K simulations",
            _baseline(lambda s, k: mcts.mcts(s, k), Method.UCT),
            budget="1000",
        ),
        Planner(
            "mcts-u",
            "the same with the pUCT rule and a uniform prior",
            _baseline(lambda s, k: mcts.mcts_u(s, k), Method.PUCT),
            budget="1000",
        ),
        Planner(
            "value-iteration",
            "the best score by looking at every reachable state, for small worlds",
            _value_iteration,
        ),
    )
}


def planner_named(text: str) -> Planner:
    """The planner called `text`, with the K that stands there in brackets.

    >>> planner_named("beam[2*d*d]").label, planner_named("beam").label
    ('beam[2*d*d]', 'beam[1000]')
    """
    if not isinstance(text, str):
        raise UsageError(f"a planner goes by its name, got {text!r:.80}{_suggestion('')}")
    match = re.fullmatch(r"\s*([^\[\]]*?)\s*(?:\[(.*)\]\s*)?", text, re.DOTALL)
    name, count = (match[1], match[2]) if match else (text, None)
    planner = PLANNERS.get(name)
    if planner is None:
        raise UsageError(f"unknown planner {text[:80]!r}{_suggestion(name)}")
    if count is None:
        return planner
    if planner.budget is None:
        raise UsageError(f"{planner.name} takes no K: write {planner.name!r}, not {text[:80]!r}")
    budget.check_budget(count)
    return replace(planner, budget=count.strip())


def _suggestion(name: str) -> str:
    found = did_you_mean(name, PLANNERS)
    return found if "did you mean" in found else f"; there is {', '.join(known_names())}"


def known_names() -> list[str]:
    """All names, as they are written."""
    return [planner.pattern for planner in PLANNERS.values()]
