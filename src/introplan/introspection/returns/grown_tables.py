"""A value table that counts all of the reward, on as many variables as there is room for.

The pattern grows by what lowers the bound at the start: pattern selection by hill climbing (Haslum
et al. 2007), where the first candidate that helps is taken. Where terms of the reward compete for
something that is used up, as the items of a knapsack for its room, such a table is a better bound
than a sum of tables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from introplan.introspection.returns.patterns import Patterns
from introplan.introspection.returns.value_table import ValueTable, ValueTables
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Term, Var

MAX_PASSES = 3
"""How often candidates that did not help are tried again, with what was added since."""


@dataclass(slots=True)
class GrownTable:
    """Grows one table."""

    tables: ValueTables
    patterns: Patterns
    start: tuple[Any, ...]
    rewards: Sequence[Term | None]
    best: ValueTable | None = None
    value: float = math.inf

    def table(self, candidates: Sequence[tuple[Var, ...]]) -> ValueTable | None:
        """The table on the best pattern found, made of candidates; None if none is finite."""
        with suppress(Refused):  # nothing is left of the budget: the best so far is what there is
            self._climb(list(candidates))
        return self.best

    def _climb(self, candidates: list[tuple[Var, ...]]) -> None:
        """Try candidates, those first that are best alone; keep what lowers the bound."""
        alone = [(self._value(candidate)[0], n) for n, candidate in enumerate(candidates)]
        left = [candidates[n] for _, n in sorted(alone)]
        for _ in range(MAX_PASSES):
            refused = [candidate for candidate in left if not self._try(candidate)]
            if len(refused) == len(left):
                return
            left = refused

    def _value(self, candidate: tuple[Var, ...]) -> tuple[float, ValueTable | None]:
        """The table on the pattern with a candidate, and the bound at the start."""
        kept = () if self.best is None else self.best.order
        table = self.tables.table(self.patterns.in_order((*kept, *candidate)), self.rewards)
        value = math.inf if table is None else table.at(self.start, self.tables.horizon)
        return value, table

    def _try(self, candidate: tuple[Var, ...]) -> bool:
        """Add a candidate to the pattern, if the table is a better one."""
        if self.best is not None and set(candidate) <= set(self.best.order):
            return True
        value, table = self._value(candidate)
        if value >= self.value:
            return False
        self.best, self.value = table, value
        return True
