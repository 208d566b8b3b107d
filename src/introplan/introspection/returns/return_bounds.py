"""The bound on the score that can still be had: the smallest of all that is known of a task.

    bound = ReturnBound.of(finder, task)
    bound(state, moves_left)

is never less than the largest score that an episode collects from `state` on, counted and
discounted from there (the first reward has factor 1), in `moves_left` moves (None: there is no
horizon). It is admissible in the sense of A* (Hart, Nilsson & Raphael 1968) and of branch and
bound (Land & Doig 1960): infinite where nothing is known, -inf where no episode that counts is
left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from introplan.introspection.heuristics.additive import MAX_ALTERNATIVES, Target
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.r_max import maximal_reward
from introplan.introspection.programs.targets import reward_target
from introplan.introspection.returns.backward_induction import RELAXATIONS_PER_CHECK
from introplan.introspection.returns.cases import Case, Cases, cases_of
from introplan.introspection.returns.patterns import relevant
from introplan.introspection.returns.step_sums import (
    Rewards,
    StepSums,
    as_whole,
    least_gap,
    second_reward,
)
from introplan.introspection.returns.table_sums import TableSums
from introplan.introspection.returns.value_graph import STATES_PER_CHECK, Projections
from introplan.introspection.returns.value_table import ValueTable, ValueTables, row_reader
from introplan.mdp import Wanted
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget
from introplan.symbolic.refusal import Refused

DEFAULT_SECONDS = 1.0
"""For deriving a bound where no proof was asked for."""

DISTANCE_SHARE = 0.3
"""The part of a budget that each of the two distances of the step sums may take."""

MAX_SUMS = 2
"""Sums that are looked up for every state, the best at the start."""

MAX_TABLE_STATES = 1_000_000
"""States of one table: some hundred megabytes."""

TABLE_SHARE = 0.4
"""The part of a budget that exploring one table may take, or relaxing its edges."""

Distance = Callable[[Any], float]
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ReturnBound:
    """What no episode can exceed from a state on."""

    row_of: Callable[[Any], Row | None]
    """The values of the variables of a state; None for states that were not understood."""
    sums: tuple[tuple[ValueTable, ...], ...]
    """Tables that are added up; each of the sums is a bound by itself."""
    step_sums: StepSums | None
    """The bound from rewards and distances; None if a table is exact."""

    @classmethod
    def of(
        cls,
        finder: Finder,
        task: ProgramTask,
        *,
        needs_success: bool | None = None,
        budget: Budget | None = None,
    ) -> ReturnBound:
        """The bound that the reading of a task justifies, as strong as the budget allows.

        `needs_success`: only episodes that end with success count (None: as the task says).
        """
        if needs_success is None:
            needs_success = task.wanted is Wanted.SUCCESS
        budget = budget or Budget.of(DEFAULT_SECONDS)
        builder = _Builder(finder, task, needs_success, budget, _cases(finder, budget))
        read = finder.reading.read
        row_of = row_reader(read) if read is not None else _no_row
        tables = builder.tables()
        exact = builder.exact(tables)
        if exact is not None:
            return cls(row_of, ((exact,),), None)
        return cls(row_of, tuple(builder.sums(tables)), builder.step_sums())

    @property
    def is_exact(self) -> bool:
        """Is it the largest return itself, and not only a bound on it?"""
        return self.step_sums is None

    def __call__(self, state: Any, moves_left: int | None) -> float:
        """The largest return from `state` on, or more."""
        best = math.inf if self.step_sums is None else self.step_sums(state, moves_left)
        row = self.row_of(state) if self.sums else None
        if row is not None:
            for tables in self.sums:
                best = min(best, sum([table.at(row, moves_left) for table in tables]))
        return best


def _no_row(state: Any) -> Row | None:
    return None


def _cases(finder: Finder, budget: Budget) -> Cases | None:
    """Every way in which a step can go; None if that is not known."""
    if finder.reading.operators is None:
        return None
    try:
        return cases_of(finder.reading, finder.r_max, budget.spend)
    except Refused:
        return None


@dataclass(frozen=True, slots=True)
class _Builder:
    finder: Finder
    task: ProgramTask
    needs_success: bool
    budget: Budget
    model: Cases | None

    def tables(self) -> ValueTables | None:
        """What builds the value tables of the task."""
        reading = self.finder.reading
        if self.model is None or reading.read is None:
            return None
        start = dict(zip(reading.order, reading.read(self.task.start), strict=True))
        spend = self.budget.spend
        steps = int(TABLE_SHARE * max(0, self.budget.steps))
        states = min(MAX_TABLE_STATES, STATES_PER_CHECK * steps)
        projections = Projections(self.model, start, self.needs_success, spend, states)
        task, work = self.task, RELAXATIONS_PER_CHECK * steps
        return ValueTables(projections, reading.order, task.horizon, task.discount, spend, work)

    def exact(self, tables: ValueTables | None) -> ValueTable | None:
        """The table that forgets nothing; None if it is too large."""
        if tables is None or self.model is None or not self.model.are_known:
            return None
        try:
            pattern = relevant(self.model, self.finder.reading.order)
            return tables.table(pattern, [case.reward for case in self.model.cases])
        except Refused:
            return None

    def sums(self, tables: ValueTables | None) -> list[tuple[ValueTable, ...]]:
        """Sums of tables, each of which is a bound."""
        reading, model = self.finder.reading, self.model
        if tables is None or model is None or not model.are_known:
            return []
        start = tuple(tables.projections.start[var] for var in reading.order)
        found = TableSums(tables, model, reading.box, reading.order, start).sums()
        return found[:MAX_SUMS]

    def step_sums(self) -> StepSums:
        """The bound from rewards and distances."""
        reading = self.finder.reading
        # Not what the finder has settled for: that is what to aim for, and may be less.
        most = maximal_reward(reading, self.budget.share(DISTANCE_SHARE)).value
        target = reward_target(reading, most)
        rewards = Rewards(math.inf, math.inf, math.inf, 1)
        if most is not None:
            rewards = Rewards(
                as_whole(most),
                as_whole(second_reward(reading, most)),
                as_whole(self._end_reward(most)),
                least_gap(reading, target),
            )
        return StepSums(
            rewards,
            self.task.discount,
            self.needs_success,
            self.model is None or self.model.may_be_stuck,
            self._distance(target),
            self._distance(self._end_target()),
        )

    def _ending(self) -> list[Case] | None:
        if self.model is None:
            return None
        return [c for c in self.model.cases if c.may_end(needs_success=self.needs_success)]

    def _end_reward(self, most: float) -> float:
        """The most that the last step of an episode pays."""
        ending = self._ending()
        if ending is None:
            is_endless = self.task.program.terminal is None and self.task.wanted is Wanted.SCORE
            return -math.inf if is_endless else most
        return min(most, max((case.most for case in ending), default=-math.inf))

    def _end_target(self) -> Target | None:
        """The steps that end an episode in a way that counts."""
        ways = {case.constraint: None for case in self._ending() or ()}
        return Target(tuple(ways), 1) if ways else None

    def _distance(self, target: Target | None) -> Distance:
        """An admissible distance to a target, the step that is due included."""
        # A distance to more alternatives than these is an estimate, no bound.
        if target is None or len(target.alternatives) > MAX_ALTERNATIVES:
            return lambda state: 1.0
        return self.finder.heuristic(target, self.budget.share(DISTANCE_SHARE))
