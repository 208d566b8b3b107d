"""Sums of value tables: one small table for each group of terms of the reward.

Each table counts its own terms alone, as if the whole episode were there for them; the sum of the
tables is a bound on the sum of the terms (cost partitioning, Katz & Domshlak 2008; of rewards, the
sum of the best is at least the best of the sum). Terms are packed into as few tables as there is
room for, since terms in one table compete for the same moves. What every step is paid is counted
in one of the tables, or in equal parts in all.

A table that counts all terms but forgets some variables is a bound as well. Its pattern is grown
greedily, by the variable that lowers the bound most at the start (pattern selection by hill
climbing; Haslum et al. 2007).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.returns.cases import Cases
from introplan.introspection.returns.patterns import cone
from introplan.introspection.returns.reward_terms import RewardTerm, reward_terms, scaled, total
from introplan.introspection.returns.value_table import ValueTable, ValueTables
from introplan.symbolic.constraints.interval import Box, domain_of
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Term, Var, variables

Sum = tuple[ValueTable, ...]

UNBOUNDED_SIZE = 64
"""Values that a number without bounds is taken to have, when sizes of tables are estimated."""

MAX_TERMS = 400
"""Terms of a reward; each table is looked up for every state."""

OVERESTIMATES = (1, 4)
"""Tables may be smaller than the product of the ranges of their variables; by how much is tried,
after tables that surely fit."""


@dataclass(slots=True)
class Group:
    """Terms that are counted in one table, and its pattern."""

    pattern: dict[Var, None]
    terms: list[RewardTerm]

    def with_(self, pattern: Sequence[Var], term: RewardTerm) -> Group:
        """The group with one more term."""
        return Group({**self.pattern, **dict.fromkeys(pattern)}, [*self.terms, term])


@dataclass(slots=True)
class TableSums:
    """Builds sums of tables of one task, all of whose rewards are known."""

    tables: ValueTables
    model: Cases
    box: Box
    order: Sequence[Var]
    start: tuple[Any, ...]
    base: RewardTerm = field(init=False)

    def sums(self) -> list[Sum]:
        """Sums of tables that are bounds, the best at the start first."""
        found: list[tuple[float, Sum]] = []
        try:
            for tables in self._sums():
                found.append((self.at_start(tables), tables))
        except Refused:
            pass  # nothing is left of the budget: what was found is what there is
        found.sort(key=lambda item: item[0])
        return [tables for value, tables in found if value < math.inf]

    def at_start(self, tables: Sum) -> float:
        """The bound at the start."""
        horizon = self.tables.horizon
        return sum([table.at(self.start, horizon) for table in tables])

    def _sums(self) -> Iterator[Sum]:
        terms, self.base = reward_terms(self.model)
        if not terms or len(terms) > MAX_TERMS:
            return
        terms.sort(key=lambda term: -term.most)
        known: list[int] = []
        for factor in OVERESTIMATES:
            groups = self._packed(terms, factor * self.tables.projections.max_states)
            if len(groups) not in known:
                known.append(len(groups))
                yield from self._with_base(groups)

    def _with_base(self, groups: list[Group]) -> Iterator[Sum]:
        """Sums over groups, with the base in the first of them, and in equal parts in all."""
        first = self._sum(groups, [1.0] + [0.0] * (len(groups) - 1))
        if first is not None:
            yield first
        if first is not None and len(groups) > 1 and self.base.shares:
            shared = self._sum(groups, [1 / len(groups)] * len(groups))
            if shared is not None:
                yield shared

    def _sum(self, groups: list[Group], shares: list[float]) -> Sum | None:
        """The tables of groups, each with a part of the base; None if one of them is too large."""
        found = []
        for group, share in zip(groups, shares, strict=True):
            table = self._built(group, share)
            if table is None:
                return None
            found.append(table)
        return tuple(found)

    def _built(self, group: Group, share: float) -> ValueTable | None:
        """The table of a group, with a part of the base."""
        rewards: list[Term | None] = []
        for number in range(len(self.model.cases)):
            pieces = [piece for term in group.terms for piece in term.shares.get(number, ())]
            base = self.base.shares.get(number, []) if share else []
            pieces += base if share == 1 else [scaled(piece, share) for piece in base]
            rewards.append(total(pieces))
        pattern = [var for var in self.order if var in group.pattern]
        return self.tables.table(pattern, rewards)

    def _packed(self, terms: list[RewardTerm], most: float) -> list[Group]:
        """Groups of terms, each as large as fits into one table."""
        groups: list[Group] = []
        for term in terms:
            pattern = self._pattern(term, most)
            for place, group in enumerate(groups):
                larger = group.with_(pattern, term)
                if self._size(larger.pattern) <= most:
                    groups[place] = larger
                    break
            else:
                groups.append(Group(dict.fromkeys(pattern), [term]))
        return groups

    def _pattern(self, term: RewardTerm, most: float) -> list[Var]:
        """The variables of a term and what decides about them, if that is not too much."""
        guards: set[Var] = set()
        if term.needs_guards:
            for number in term.shares:
                guards.update(variables(*self.model.cases[number].operator.conditions))
        for names in (term.names | guards, term.names):
            found = [var for var in self.order if var in cone(names, self.model)]
            if self._size(found) <= most:
                return found
        return [var for var in self.order if var in term.names]

    def _size(self, pattern: Any) -> float:
        """About how many states a table has."""
        size = 1.0
        for var in pattern:
            domain = domain_of(var, self.box)
            values = math.inf if domain is None else domain.size
            size *= UNBOUNDED_SIZE if math.isinf(values) else values
        return size
