"""Sums of value tables: one small table for each group of terms of the reward.

Each table counts its own terms alone, as if the whole episode were there for them; the sum of the
tables is a bound on the sum of the terms (cost partitioning, Katz & Domshlak 2008; of rewards, the
sum of the best is at least the best of the sum). Terms are packed into as few tables as there is
room for, since terms in one table compete for the same moves. What every step is paid is counted
in one of the tables, or in equal parts in all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.reward_terms import RewardTerm, scaled, total
from introplan.introspection.returns.value_graph import Values
from introplan.introspection.returns.value_table import ValueTable, ValueTables
from introplan.symbolic.terms.term import Term, Var

MAX_TERMS = 400
"""Terms of a reward; each table is looked up for every state."""

LEAST_DENSITY = 0.01
"""Tables with fewer states than this part of the ranges of their variables are rare."""

SAFE_PART = 0.7
"""The part of the states that there is time for which tables are estimated to have."""

LEAST_TABLE_STATES = 64
"""Tables are not made smaller than this for the sake of other tables."""


@dataclass(frozen=True, slots=True)
class TableSum:
    """Tables that are added up, and the price of what is left of a resource (0: none)."""

    tables: tuple[ValueTable, ...]
    price: float = 0.0
    place: int = 0
    """Where the resource is in the row of a state."""
    least: float = 0.0

    def at(self, row: Values, moves_left: int | None) -> float:
        """The sum for a state whose variables have the values of `row`."""
        values = [table.at(row, moves_left) for table in self.tables]
        if -math.inf in values:
            return -math.inf  # no episode that counts is left, whatever other tables know
        found = sum(values)
        if self.price:
            found += self.price * (row[self.place] - self.least)
        return found


@dataclass(slots=True)
class Group:
    """Terms that are counted in one table, and its pattern."""

    pattern: dict[Var, None]
    terms: list[RewardTerm]

    def with_(self, pattern: tuple[Var, ...], term: RewardTerm) -> Group:
        """The group with one more term."""
        return Group({**self.pattern, **dict.fromkeys(pattern)}, [*self.terms, term])


@dataclass(slots=True)
class TableSums:
    """Builds sums of tables of one task, all of whose rewards are known."""

    tables: ValueTables
    patterns: Patterns
    terms: list[RewardTerm]
    base: RewardTerm

    def sums(self) -> Iterator[TableSum]:
        """Sums of tables, each of which is a bound; raises `Refused` when the budget is spent."""
        if not 1 <= len(self.terms) <= MAX_TERMS:
            return
        self.terms.sort(key=lambda term: -term.most)
        groups = self._fitting(SAFE_PART * self.tables.projections.max_states)
        first = self._sum(groups, [1.0] + [0.0] * (len(groups) - 1))
        if first is not None:
            yield first
        if first is not None and len(groups) > 1 and self.base.shares:
            shared = self._sum(groups, [1 / len(groups)] * len(groups))
            if shared is not None:
                yield shared

    def _fitting(self, room: float) -> list[Group]:
        """Groups that have no more states in all than there is room for, if possible."""
        limit = self.tables.projections.max_states
        patterns = [self.patterns.of_term(term, limit) for term in self.terms]
        density, most = self._density(patterns[0]), float(limit)
        while True:
            groups = self._packed(patterns, most / density)
            size = sum(self.patterns.size(group.pattern) for group in groups)
            if size * density <= room or most < LEAST_TABLE_STATES:
                return groups
            most /= 2

    def _density(self, pattern: tuple[Var, ...]) -> float:
        """How many states a table really has, compared with the ranges of its variables."""
        rewards = self.terms[0].rewards(len(self.patterns.model.cases))
        table = self.tables.table(pattern, rewards)
        if table is None:
            return 1.0
        return max(LEAST_DENSITY, len(table.numbers) / self.patterns.size(pattern))

    def _packed(self, patterns: list[tuple[Var, ...]], most: float) -> list[Group]:
        """Groups of terms, each as large as fits into one table; those that pay most first."""
        groups: list[Group] = []
        for pattern, term in zip(patterns, self.terms, strict=True):
            for place, group in enumerate(groups):
                larger = group.with_(pattern, term)
                if self.patterns.size(larger.pattern) <= most:
                    groups[place] = larger
                    break
            else:
                groups.append(Group(dict.fromkeys(pattern), [term]))
        return groups

    def _sum(self, groups: list[Group], shares: list[float]) -> TableSum | None:
        """The tables of groups, each with a part of the base; None if one of them is too large."""
        found = []
        for group, share in zip(groups, shares, strict=True):
            table = self._built(group, share)
            if table is None:
                return None
            found.append(table)
        return TableSum(tuple(found))

    def _built(self, group: Group, share: float) -> ValueTable | None:
        """The table of a group, with a part of the base."""
        rewards: list[Term | None] = []
        for number in range(len(self.patterns.model.cases)):
            pieces = [piece for term in group.terms for piece in term.shares.get(number, ())]
            base = self.base.shares.get(number, []) if share else []
            pieces += base if share == 1 else [scaled(piece, share) for piece in base]
            rewards.append(total(pieces))
        return self.tables.table(self.patterns.in_order(group.pattern), rewards)
