"""Pattern databases: exact distances in a projection that forgets most of the state.

Culberson & Schaeffer (1998); for planning Edelkamp (2001). Keep a few variables, the *pattern*,
and forget the rest: conditions on forgotten variables count as met, so every real step is a step
of the projection and its distances never overestimate. The projection is explored forwards from
the start (so it needs no finite ranges, and it proves where the kept variables can ever be) and
then measured backwards from the goal. Like any step bound it knows which operators can lower it,
so databases of different patterns may be added. A pattern state from which no goal can be reached
is a dead end.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS, StepBound
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.widening import reach
from introplan.symbolic.constraints.interval import INFINITY
from introplan.symbolic.terms.build import lookup
from introplan.symbolic.terms.compile import compiled, compiled_one
from introplan.symbolic.terms.substitute import spelled_out, weakened
from introplan.symbolic.terms.term import Lookup, Table, Term, Var, variables, walk

Values = tuple[Any, ...]
MAX_BRANCHES = 64
"""Successors of one pattern state by one operator, if an effect reads forgotten variables: with
more, exploring costs more than the database is worth."""

MAX_PATTERN_STATES = 20_000
"""States of one database: a fifth of a second of exploring."""


@dataclass(slots=True)
class Effort:
    """How many steps of projections may still be looked at, over all databases of a distance."""

    steps_left: float

    def spend(self, steps: int) -> bool:
        """Is there enough left for so many more?"""
        self.steps_left -= steps
        return self.steps_left >= 0


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    """What an operator does to the kept variables."""

    number: int
    applies: Callable[[Values], Any]
    after: Callable[[Values], Sequence[Values]]


@dataclass(slots=True)
class PatternDatabases:
    """Builds pattern databases of one model."""

    operators: Sequence[Operator]
    start: dict[Var, Any]
    check: Callable[[], None]
    max_states: int = MAX_PATTERN_STATES
    effort: Effort = field(default_factory=lambda: Effort(math.inf))

    def build(self, kept: Sequence[Var], goal: Term) -> StepBound | None:
        """The distance to `goal` on the pattern `kept`; None if it has too many states."""
        order = tuple(kept)
        moves = self._moves(order)
        if moves is None:
            return None
        edges = self._explored(order, moves)
        if edges is None:
            return None
        holds = compiled_one(weakened(spelled_out(goal), set(order)), order)
        return self._measured(order, edges, holds)

    def _moves(self, order: tuple[Var, ...]) -> list[_Move] | None:
        moves = []
        inside = set(order)
        for number, operator in enumerate(self.operators):
            if not inside.intersection(operator.effects):
                continue
            after = self._after(operator, order, inside)
            if after is None:
                return None
            guard = weakened(operator.constraint, inside)
            moves.append(_Move(number, compiled_one(guard, order), after))
        return moves

    def _after(
        self, operator: Operator, order: tuple[Var, ...], inside: set[Var]
    ) -> Callable[[Values], Sequence[Values]] | None:
        """A function from kept values to all that they can become."""
        terms = [operator.effects.get(var, var) for var in order]
        open_places: list[tuple[int, list[Any]]] = []
        for place, term in enumerate(terms):
            if inside.issuperset(variables(term)):
                continue
            domain = reach(term, operator.box)
            if domain is None or domain.size == INFINITY or domain.size > MAX_BRANCHES:
                return None
            open_places.append((place, list(domain)))
            terms[place] = order[place]
        function = compiled(terms, order)
        if not open_places:
            return lambda values: (function(values),)
        size = 1
        for _, options in open_places:
            size *= len(options)
        if size > MAX_BRANCHES:
            return None
        return lambda values: _filled(function(values), open_places)

    def _explored(
        self, order: tuple[Var, ...], moves: list[_Move]
    ) -> dict[Values, list[tuple[int, Values]]] | None:
        first = tuple(self.start[var] for var in order)
        edges: dict[Values, list[tuple[int, Values]]] = {first: []}
        waiting = deque([first])
        while waiting:
            self.check()
            values = waiting.popleft()
            if not self.effort.spend(len(moves)):
                return None
            for move in moves:
                if not move.applies(values):
                    continue
                found = move.after(values)
                if not self.effort.spend(len(found)):
                    return None
                for after in found:
                    if after not in edges:
                        if len(edges) >= self.max_states:
                            return None
                        edges[after] = []
                        waiting.append(after)
                    edges[values].append((move.number, after))
        return edges

    def _measured(
        self,
        order: tuple[Var, ...],
        edges: dict[Values, list[tuple[int, Values]]],
        holds: Callable[[Values], Any],
    ) -> StepBound:
        distances = _distances(edges, [values for values in edges if holds(values)])
        drops = [0] * len(self.operators)
        for values, out in edges.items():
            far = distances.get(values, UNREACHABLE_STEPS)
            for number, after in out:
                if distances.get(after, UNREACHABLE_STEPS) < far and far < UNREACHABLE_STEPS:
                    drops[number] = 1
        found = {v: distances.get(v, UNREACHABLE_STEPS) for v in edges}
        table = Table.of_rows(found, default=0, name="steps")
        return StepBound(lookup(table, order), tuple(drops))


def _filled(values: Values, places: list[tuple[int, list[Any]]]) -> Sequence[Values]:
    rows = [list(values)]
    for place, options in places:
        rows = [[*row[:place], option, *row[place + 1 :]] for row in rows for option in options]
    return [tuple(row) for row in rows]


def _distances(
    edges: dict[Values, list[tuple[int, Values]]], goals: list[Values]
) -> dict[Values, int]:
    before: dict[Values, list[Values]] = {}
    for values, out in edges.items():
        for _, after in out:
            before.setdefault(after, []).append(values)
    distances = dict.fromkeys(goals, 0)
    waiting = deque(goals)
    while waiting:
        values = waiting.popleft()
        for earlier in before.get(values, ()):
            if earlier not in distances:
                distances[earlier] = distances[values] + 1
                waiting.append(earlier)
    return distances


def groups(goal: Term, operators: Sequence[Operator]) -> list[tuple[Var, ...]]:
    """The variables of a goal, those that stand together in some table grouped together."""
    wanted = variables(goal)
    leader = {var: var for var in wanted}

    def find(var: Var) -> Var:
        while leader[var] is not var:
            var = leader[var]
        return var

    conditions = [c for o in operators for c in o.constraints]
    for term in walk(goal, *conditions):
        if isinstance(term, Lookup) and len(term.keys) > 1:
            linked = [v for v in variables(term) if v in leader]
            for var in linked[1:]:
                leader[find(var)] = find(linked[0])
    found: dict[Var, list[Var]] = {}
    for var in wanted:
        found.setdefault(find(var), []).append(var)
    return [tuple(group) for group in found.values()]


def neighbours(kept: Sequence[Var], operators: Sequence[Operator]) -> list[Var]:
    """Variables that decide what happens to the kept ones, the most frequent first."""
    count: dict[Var, int] = {}
    inside = set(kept)
    for operator in operators:
        if inside.intersection(operator.effects):
            terms = [*operator.constraints, *(operator.effects.get(v, v) for v in kept)]
            for var in variables(*terms):
                if var not in inside:
                    count[var] = count.get(var, 0) + 1
    return sorted(count, key=lambda var: (-count[var], var.serial))
