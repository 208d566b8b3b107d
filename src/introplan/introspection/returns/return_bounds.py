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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.reading import Reading
from introplan.introspection.returns.cases import Cases, cases_of, with_whole_sums
from introplan.introspection.returns.grown_tables import GrownTable
from introplan.introspection.returns.horizon_values import RELAXATIONS_PER_CHECK
from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.resource_prices import PricedSums
from introplan.introspection.returns.reward_terms import RewardTerm, reward_terms
from introplan.introspection.returns.step_sums import (
    StepSums,
)
from introplan.introspection.returns.step_sums_reader import StepSumsReader
from introplan.introspection.returns.table_sums import TableSum, TableSums
from introplan.introspection.returns.value_graph import STATES_PER_CHECK, Projections
from introplan.introspection.returns.value_table import ValueTable, ValueTables, row_reader
from introplan.mdp import Wanted
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget, allowed
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Var

DEFAULT_SECONDS = 1.5
"""For deriving a bound with tables; usually less than a second is spent."""

STEP_SUMS_SECONDS = 0.25
"""For deriving a bound without tables; its distances get a tenth each."""

EXACT_SHARE, PRICED_SHARE, GROWN_SHARE, SUMS_SHARE = 0.25, 0.2, 0.25, 0.8
"""The parts of what is left of a budget for the table that forgets nothing, for sums at prices,
for a table that grows, and for sums; then come distances."""

MAX_TABLE_STATES = 1_000_000
"""States of one table: some hundred megabytes."""

MAX_STATES_WITHOUT_RANGES = 30_000
"""States of the table that forgets nothing where a number has no bounds: exploring it may have no
end, but clocks that stop with the episode are of this kind."""

EDGES_PER_STATE = 5
"""Edges of a state of a table, about: as many as there are actions."""

READING_SHARE = 0.1
"""The part of a budget for reading a reward that is a sum once more."""

MAX_SUMS = 3
"""Sums that are looked up for every state, the best at the start."""

Distance = Callable[[Any], float]
Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ReturnBound:
    """What no episode can exceed from a state on."""

    row_of: Callable[[Any], Row | None]
    """The values of the variables of a state; None for states that were not understood."""
    sums: tuple[TableSum, ...]
    """Tables that are added up; each of the sums is a bound by itself."""
    step_sums: StepSums | None
    """The bound from rewards and distances; None if a table is exact."""

    @classmethod
    def by_steps(
        cls, finder: Finder, task: ProgramTask, *, needs_success: bool | None = None
    ) -> ReturnBound:
        """The bound from rewards and distances alone: weaker, and there at once."""
        if needs_success is None:
            needs_success = task.wanted is Wanted.SUCCESS
        budget = allowed(STEP_SUMS_SECONDS)
        model = _cases(finder, finder.reading, budget)
        reader = StepSumsReader(finder, task, needs_success, budget, model)
        return cls(_no_row, (), reader.step_sums(has_tables=False))

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
        budget = budget or allowed(DEFAULT_SECONDS)
        model = _cases(finder, finder.reading, budget)
        builder = _Builder(finder, task, needs_success, budget, model)
        read = finder.reading.read
        row_of = row_reader(read) if read is not None else _no_row
        exact = builder.exact()
        if exact is not None:
            return cls(row_of, (TableSum((exact,)),), None)
        sums = tuple(builder.with_whole_sums().sums())
        reader = StepSumsReader(finder, task, needs_success, budget, model)
        return cls(row_of, sums, reader.step_sums(has_tables=bool(sums)))

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
                best = min(best, tables.at(row, moves_left))
        return best


def _no_row(state: Any) -> Row | None:
    return None


def _cases(finder: Finder, reading: Reading, budget: Budget) -> Cases | None:
    """Every way in which a step can go; None if that is not known."""
    if reading.operators is None:
        return None
    try:
        return cases_of(reading, finder.largest_reward, budget.spend)
    except Refused:
        return None


@dataclass(frozen=True, slots=True)
class _Builder:
    finder: Finder
    task: ProgramTask
    needs_success: bool
    budget: Budget
    model: Cases | None
    grants: list[tuple[Budget, float]] = field(default_factory=list)
    """Shares of the budget that were given away, and what they had at first."""

    def with_whole_sums(self) -> _Builder:
        """The same, with rewards that are sums in one piece, if there is time for that."""
        budget = self.budget.share(READING_SHARE)
        try:
            reading = with_whole_sums(self.finder.reading, budget)
        except Refused:
            return self
        model = _cases(self.finder, reading, budget)
        return self if model is None else replace(self, model=model)

    def exact(self) -> ValueTable | None:
        """The table that forgets nothing; None if it is too large."""
        tables, patterns = self._tables(EXACT_SHARE), self._patterns()
        if tables is None or patterns is None:
            return None
        pattern = patterns.relevant()
        if not patterns.is_bounded(pattern):
            most = min(tables.projections.max_states, MAX_STATES_WITHOUT_RANGES)
            tables.projections.max_states = most
        try:
            return tables.table(pattern, [case.reward for case in patterns.model.cases])
        except Refused:
            return None

    def sums(self) -> list[TableSum]:
        """Sums of tables, each of which is a bound, the best at the start first."""
        patterns, read = self._patterns(), self.finder.reading.read
        if patterns is None or read is None:
            return []
        terms, base = reward_terms(patterns.model)
        # What is left of the budget after the others is for the sums without prices: they are
        # the most general, and gain most from larger tables.
        found = self._until_refused(self._priced(patterns, terms, base))
        found += [TableSum((table,)) for table in self._grown(patterns, terms)]
        tables = self._tables(SUMS_SHARE)
        if tables is not None:
            found += self._until_refused(TableSums(tables, patterns, terms, base).sums())
        start = read(self.task.start)
        values = {n: some.at(start, self.task.horizon) for n, some in enumerate(found)}
        finite = sorted((n for n in values if values[n] < math.inf), key=values.__getitem__)
        return [found[n] for n in finite[:MAX_SUMS]]

    def _until_refused(self, sums: Iterator[TableSum]) -> list[TableSum]:
        """All that a share of the budget is enough for."""
        found: list[TableSum] = []
        with suppress(Refused):
            for some in sums:
                found.append(some)  # noqa: PERF402 - may be cut short
        return found

    def _priced(
        self, patterns: Patterns, terms: list[RewardTerm], base: RewardTerm
    ) -> Iterator[TableSum]:
        """Sums of tables at which what is used up has a price."""
        tables = self._tables(PRICED_SHARE)
        assert tables is not None, "there are tables of terms"
        if self.task.discount != 1 or not terms:
            return
        start = tuple(tables.projections.start[var] for var in patterns.order)
        yield from PricedSums(tables, patterns, terms, base, start).sums()

    def _grown(self, patterns: Patterns, terms: list[RewardTerm]) -> Iterator[ValueTable]:
        """The table of all of the reward that forgets some variables."""
        tables = self._tables(GROWN_SHARE)
        assert tables is not None, "there are tables of terms"
        start = tuple(tables.projections.start[var] for var in patterns.order)
        most = tables.projections.max_states
        candidates: list[tuple[Var, ...]] = [(var,) for var in patterns.relevant()]
        candidates += [patterns.of_term(term, most) for term in terms]
        rewards = [case.reward for case in patterns.model.cases]
        table = GrownTable(tables, patterns, start, rewards).table(list(dict.fromkeys(candidates)))
        if table is not None:
            yield table

    def _patterns(self) -> Patterns | None:
        """What chooses patterns; None if not all is known about rewards and ends."""
        if self.model is None or not self.model.are_known:
            return None
        return Patterns(self.model, self.finder.reading.order, self.finder.reading.box)

    def _tables(self, share: float) -> ValueTables | None:
        """What builds value tables of the task, with a share of the budget."""
        reading, task = self.finder.reading, self.task
        if self.model is None or reading.read is None:
            return None
        for granted, steps in self.grants:  # shares do not reduce what they are shares of
            self.budget.steps -= steps - max(0, granted.steps)
        self.grants.clear()
        start = dict(zip(reading.order, reading.read(task.start), strict=True))
        budget = self.budget.share(share)
        self.grants.append((budget, budget.steps))
        # Exploring a state, and relaxing its edges once for each move.
        steps_per_state = 1 / STATES_PER_CHECK
        steps_per_state += (task.horizon or 0) * EDGES_PER_STATE / RELAXATIONS_PER_CHECK
        states = int(min(MAX_TABLE_STATES, max(0, budget.steps) / steps_per_state))
        work = int(RELAXATIONS_PER_CHECK * max(0, budget.steps))
        projections = Projections(self.model, start, self.needs_success, budget.spend, states)
        return ValueTables(
            projections, reading.order, task.horizon, task.discount, budget.spend, work
        )
