"""Policies of factored worlds: proven where one table is the world, else the winner of a race."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from introplan.errors import UsageError
from introplan.factored.model import FactoredModel
from introplan.factored.states import joint_action
from introplan.factored.task import FactoredTask
from introplan.limits import LimitReached, Meter, StopReason
from introplan.mdp import Status
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.bounds import term_bounds
from introplan.planners.chance.factored.candidates import (
    Candidate,
    actor_candidate,
    planner_of,
    relaxed_candidates,
    table_candidates,
    timed_candidate,
    whole_candidate,
)
from introplan.planners.chance.factored.cones import Dependences
from introplan.planners.chance.factored.layers import relaxed_code
from introplan.planners.chance.factored.native import Way
from introplan.planners.chance.factored.race import Entrant, Race, estimated
from introplan.planners.chance.factored.simulation import (
    Simulation,
    can_get_stuck,
    simulation_of,
)
from introplan.planners.chance.factored.tables import Table, Tabler
from introplan.planners.chance.factored.texts import wish_text
from introplan.planners.chance.result import Explanation, Option, PolicyResult
from introplan.planners.chance.worlds import NO_END

Made = TypeVar("Made")

NEGLIGIBLE = 1e-3
"""What a reward is worth, with a discount and without a horizon, when tables need not look on."""

MAX_TRIED = 10_000
"""Joint actions that are tried where none could be composed: some tenths of a second."""

VALUE_EPISODES, MIN_VALUE_EPISODES, VALUE_SECONDS = 60, 8, 15.0
"""New episodes that tell what the policy is worth, and what they may take where it searches."""

IN_PYTHON = "built without the native engine: Python decides, slower and without search"


def factored_policy(
    task: FactoredTask, meter: Meter, *, step_time: float | None, seed: int
) -> PolicyResult:
    """The best policy found, with its value and a bound; exact where a table is the world."""
    steps = _steps(task)
    start = task.start.values_by_place
    state = tuple(replace(v, start=x) for v, x in zip(task.model.state, start, strict=True))
    model = replace(task.model, state=state, horizon=steps, discount=task.discount)
    simulation = simulation_of(model)
    if task.world.simulator.status(start) is not Status.CONTINUE:
        return _ended(meter)
    maker = _Maker(task, simulation, Dependences.of(simulation), meter, steps, step_time, seed)
    return maker.result()


def _ended(meter: Meter) -> PolicyResult:
    """The episode is over where it starts: nothing is to be done, and nothing is paid."""

    def nothing(state: Any, steps_left: int | None = None) -> Any:
        return None

    def explanation(state: Any, steps_left: int | None = None) -> Explanation:
        return Explanation((), "start")

    return PolicyResult(nothing, 0.0, 0.0, (0.0, 0.0), "start", explanation, 1, meter.seconds)


def _steps(task: FactoredTask) -> int:
    """The moves of an episode; with a discount alone, until it makes no difference any more."""
    if task.horizon is not None:
        return task.horizon
    if task.discount < 1:
        return math.ceil(math.log(NEGLIGIBLE) / math.log(task.discount))
    raise UsageError(NO_END)


@dataclass(frozen=True, slots=True)
class _Maker:
    task: FactoredTask
    simulation: Simulation
    found: Dependences
    meter: Meter
    steps: int
    step_time: float | None
    seed: int

    def result(self) -> PolicyResult:
        """A proof, or the winner of a race."""
        tabler = Tabler(self.simulation, self.found, self.meter, self.simulation.start, self.steps)
        whole = self._in_time(tabler.whole)
        if whole is not None:
            return self._proven(whole)
        merged = list[Table]()
        candidates = list(self._candidates(tabler, merged))
        bound = self._bound(merged)
        race = Race(self.simulation, self.steps, self.step_time, self.seed, self.meter)
        winner, entrants = race.run(candidates)
        return self._raced(race, winner, entrants, bound)

    def _candidates(self, tabler: Tabler, merged: list[Table]) -> list[Candidate]:
        relaxed = relaxed_code(self.simulation)
        found = list(relaxed_candidates(self.simulation, relaxed))
        separate = self._in_time(tabler.separate) or []
        merged += self._in_time(lambda: tabler.merged(separate)) or separate
        sets = [separate] if len(merged) == len(separate) else [separate, merged]
        for tables in sets:
            found += table_candidates(self.simulation, self.found, tables, relaxed, self.steps)
        if native.IS_AVAILABLE:
            actors = self._in_time(
                lambda: actor_candidate(self.simulation, self.found, tabler, relaxed, self.steps)
            )
            timed = timed_candidate(
                self.simulation, self.found, tabler, merged, relaxed, self.steps
            )
            found += [one for one in (actors, timed) if one is not None]
        return found

    def _in_time(self, made: Callable[[], Made]) -> Made | None:
        """What is made; None where the time is over: others will do."""
        try:
            return made()
        except LimitReached as limit:
            if limit.reason is StopReason.INTERRUPTED:
                raise
            return None

    def _bound(self, tables: list[Table]) -> float | None:
        """No policy is expected to score more: tables by themselves, and bounds on other terms."""
        if self.task.horizon is None:
            return None  # what comes later is not looked at
        terms = term_bounds(self.simulation, self.steps)
        model, start = self.simulation.model, self.simulation.start
        for table in tables:
            if not (table.is_closed and table.has_all_actions):
                continue
            # A table that does not know when an episode ends, or is stuck, may end it at will.
            may_end = not table.has_all_ends or can_get_stuck(model)
            table.content.solve(self.steps, model.discount, 1.0, may_end)
            value = table.value(start, self.steps)
            first, *others = table.layout.terms
            if value < sum(terms[k] for k in table.layout.terms):
                terms[first] = value
                for k in others:
                    terms[k] = 0.0
        bound = sum(terms)
        return bound if math.isfinite(bound) else None

    def _proven(self, whole: Table) -> PolicyResult:
        model, start = self.simulation.model, self.simulation.start
        whole.content.solve(self.steps, model.discount, 1.0, False)
        value = whole.value(start, self.steps)
        candidate = whole_candidate(self.simulation, whole)
        planner = planner_of(self.simulation, candidate)
        policy = FactoredPolicy(self.task, self.simulation, candidate, Way.GREEDY, planner, None)
        exact = self.task.horizon is not None
        notes = () if exact else (f"only the first {self.steps} steps are looked at",)
        return PolicyResult(
            policy=policy,
            value=value,
            bound=value if exact else None,
            interval=(value, value) if exact else (-math.inf, math.inf),
            method=candidate.method,
            explanation=policy.explain,
            states=whole.content.rows,
            seconds=self.meter.seconds,
            notes=notes,
        )

    def _raced(
        self, race: Race, winner: Entrant, entrants: list[Entrant], bound: float | None
    ) -> PolicyResult:
        policy = FactoredPolicy(
            self.task, self.simulation, winner.candidate, winner.way, winner.planner, race
        )
        episodes = VALUE_EPISODES
        if winner.way in (Way.TREE, Way.ROLLOUT):
            episodes = race.fitting(VALUE_SECONDS, MIN_VALUE_EPISODES, VALUE_EPISODES)
        # New episodes: in those of the race the winner was lucky.
        scores = race.played(winner, episodes, first=1_000).scores or winner.scores
        value, half = estimated(scores)
        return PolicyResult(
            policy=policy,
            value=value,
            bound=bound,
            interval=(value - half, value + half) if scores else (-math.inf, math.inf),
            method=winner.method,
            explanation=policy.explain,
            seconds=self.meter.seconds,
            notes=tuple(self._notes(winner, entrants, len(scores))),
        )

    def _notes(self, winner: Entrant, entrants: list[Entrant], episodes: int) -> list[str]:
        notes = [f"by {winner.candidate.words}; the value is the mean of {episodes} episodes"]
        others = ", ".join(
            f"{one.method if one.way is not Way.FIRST else 'nothing done'} {one.mean:.6g}"
            for one in entrants
            if one.scores
        )
        notes.append(f"raced in the same episodes: {others}")
        if not native.IS_AVAILABLE:
            notes.append(IN_PYTHON)
        if self.task.horizon is None:
            notes.append(f"episodes are cut after {self.steps} steps")
        return notes


@dataclass(frozen=True, slots=True)
class FactoredPolicy:
    """The policy of an estimate, followed greedily or by search."""

    task: FactoredTask
    simulation: Simulation
    candidate: Candidate
    way: Way
    planner: Any
    race: Race | None

    def __call__(self, state: Any, steps_left: int | None = None) -> Any:
        """The best joint action; None where nothing can be done."""
        rank = self._decided if self.way is Way.FIRST else self._ranked
        found = rank(state, steps_left)
        return self._action(found[0][0]) if found else self._any(state, steps_left)

    def _any(self, state: Any, steps_left: int | None) -> Any:
        """Any joint action that is allowed, among the first ones; None if there is none."""
        if self._left(steps_left) < 1:
            return None
        refused = self.task.world.simulator.refused
        for action in islice(self.task.actions(state), MAX_TRIED):
            if refused(state.values_by_place, action.choices) is None:
                return action
        return None

    def explain(self, state: Any, steps_left: int | None = None) -> Explanation:
        """What every joint action is worth, and for tables what each contributes."""
        options = []
        for choices, value, _ in self._ranked(state, steps_left):
            parts = self._parts(state, choices, self._left(steps_left))
            options.append(Option(self._action(choices), value, parts=parts))
        method = self.candidate.method
        return Explanation(tuple(options), f"uct* on {method}" if self.way is Way.TREE else method)

    def _left(self, steps_left: int | None) -> int:
        most = self.simulation.model.horizon or 0
        return most if steps_left is None else min(steps_left, most)

    def _decided(self, state: Any, steps_left: int | None) -> list[tuple[list[int], float, int]]:
        values = list(state.values_by_place)
        left = self._left(steps_left)
        if (
            left < 1
            or self.task.world.simulator.status(state.values_by_place) is not Status.CONTINUE
        ):
            return []
        effort = (
            None
            if self.race is None
            else self.race.effort(self.way, self.candidate, self.race.seed)
        )
        if effort is None:
            effort = native.effort(trials=0, seconds=None, seed=0, prior=0.0, exploration=0.0)
        found: list[tuple[list[int], float, int]] = self.planner.decide(
            self.way, values, left, effort
        )
        return found

    def _ranked(self, state: Any, steps_left: int | None) -> list[tuple[list[int], float, int]]:
        """The options, best first: those that were rolled out before those that were not."""
        found = self._decided(state, steps_left)
        rolls = self.way is Way.ROLLOUT
        return sorted(found, key=lambda one: (rolls and one[2] > 0, one[1]), reverse=True)

    def _action(self, choices: list[int]) -> Any:
        model: FactoredModel = self.task.model
        made = sorted((model.choices[i] for i in choices), key=lambda choice: choice.place)
        return joint_action(self.task.world.actions.layout, made)

    def _parts(self, state: Any, choices: list[int], left: int) -> tuple[tuple[str, float], ...]:
        if self.candidate.estimate.shared or any(self.candidate.estimate.timed):
            return ()  # what a table contributes depends on the decision
        values, found = list(state.values_by_place), []
        for table in self.candidate.tables:
            row, number = table.content.row(values), table.content.class_of(choices)
            if row < 0 or number < 0:
                return ()
            wishes = " + ".join(
                wish_text(self.simulation.model, self.simulation.terms[k])
                for k in table.layout.terms
            )
            found.append((wishes, table.content.q(row, number, left)))
        return tuple(found)
