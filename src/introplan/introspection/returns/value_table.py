"""Value tables: pattern databases whose entries are returns instead of distances.

A table holds, for a few variables of the state, the largest return of the projection on them: with
a horizon one for each number of moves that are left. It is never less than the largest return of
a state with these values, and equal to it if the pattern holds all variables that matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.introspection.returns.endless_values import EndlessValues, LongestPaths
from introplan.introspection.returns.horizon_values import HorizonValues, values_over
from introplan.introspection.returns.value_graph import Projections, ValueGraph, Values
from introplan.symbolic.terms.term import Term, Var


@dataclass(frozen=True, slots=True)
class ValueTable:
    """The largest returns of a projection, by the values of its variables."""

    order: tuple[Var, ...]
    places: tuple[int, ...]
    """Where the variables are in the row of a state."""
    numbers: dict[Values, int]
    values: HorizonValues | EndlessValues

    def at(self, row: Values, moves_left: int | None) -> float:
        """The largest return of a state whose variables have the values of `row`."""
        number = self.numbers.get(tuple([row[place] for place in self.places]))
        return math.inf if number is None else self.values.at(number, moves_left)


@dataclass(slots=True)
class ValueTables:
    """Builds value tables of one task."""

    projections: Projections
    variables: Sequence[Var]
    horizon: int | None
    discount: float
    check: Callable[[], None]
    max_relaxations: int

    def table(self, kept: Sequence[Var], rewards: Sequence[Term | None]) -> ValueTable | None:
        """The table on a pattern; None if it is too large. Raises `Refused` when time is up."""
        graph = self.projections.graph(kept, rewards)
        return None if graph is None else self._solved(graph)

    def _solved(self, graph: ValueGraph) -> ValueTable:
        places = {var: place for place, var in enumerate(self.variables)}
        needs_success = self.projections.needs_success
        values: HorizonValues | EndlessValues
        if self.horizon is None:
            paths = LongestPaths(graph, self.discount, needs_success, self.check)
            found = paths.values()
            loss = max(0.0, -min(found))
            values = EndlessValues(found, self.discount, needs_success, loss)
        else:
            values = values_over(
                graph,
                self.horizon,
                discount=self.discount,
                needs_success=needs_success,
                check=self.check,
                max_relaxations=self.max_relaxations,
            )
        own = tuple(places[var] for var in graph.order)
        return ValueTable(graph.order, own, graph.numbers, values)


def row_reader(read: Callable[[Any], Values]) -> Callable[[Any], Values | None]:
    """A function from states to the values of their variables; None for other states."""

    def row_of(state: Any) -> Values | None:
        try:
            return read(state)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return None

    return row_of
