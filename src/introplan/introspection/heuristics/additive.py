"""The distance to a target: step bounds and pattern databases, added and compared.

A target is a condition on the state after a step, or conditions on the state before certain
steps. Step bounds come first. Then pattern databases: one for the variables of each part of the
target, which may be added because no operator lowers two of them (Felner, Korf & Hanan 2004), or
because the sum is divided by what one operator can lower (cost partitioning, Katz & Domshlak
2008); and single ones on more and more variables, the largest of which may be the whole world. The
maximum of admissible distances is admissible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.introspection.heuristics.distance import MAX_ALTERNATIVES, StepBound, Target
from introplan.introspection.heuristics.pattern_database import (
    MAX_PATTERN_STATES,
    Effort,
    PatternDatabases,
    groups,
    neighbours,
)
from introplan.introspection.heuristics.step_bounds import (
    StepBounds,
    farthest,
    nearest,
    summed_bounds,
)
from introplan.introspection.heuristics.tokens import moving_tokens
from introplan.introspection.programs.operator import Operator
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import EVERYTHING, INFINITY, Box, domain_of
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import spelled_out
from introplan.symbolic.terms.term import Lookup, Term, Var, variables, walk

MAX_ADDED_STATES = 4_000
"""States of each database of a sum: there are as many databases as parts of the target."""

FIRST_GROWN_STEPS = 100_000
"""Steps of projections to look at for larger and larger patterns: a tenth of a second. A search
that goes on is worth more of them (`effort`)."""

MAX_WHOLE_PRODUCT = 1_000_000
"""All variables of a target make one pattern, before any others, where their values have so few
combinations: of those of a permutation one in a hundred can be reached."""

MAX_IDLE_GROWTHS = 1
"""Patterns are enlarged once more where one more variable did not raise the distance of the start:
a door may need both where the key lies and who holds it. More than that was never of use in the
shipped worlds, and in sliding puzzles it took 1.6 of 1.7 seconds to find that out."""


@dataclass(slots=True)
class Distances:
    """Builds distances to targets of one model, as far as a budget goes."""

    operators: Sequence[Operator]
    box: Box
    start: dict[Var, Any]
    budget: Budget
    max_states: int = MAX_PATTERN_STATES
    effort: float = 1
    """How much more than at first may go into larger patterns."""

    def by_steps(self, target: Target) -> StepBound:
        """The distance from step bounds alone."""
        builder = StepBounds(self.operators, self.box)
        return due(self._over(target, builder.of), target.due)

    def with_tokens(self, target: Target, simple: StepBound) -> StepBound:
        """The distance from step bounds and, where there are tokens, from how far these move."""
        return self._with(target, simple, (self._tokens,))

    def with_pattern_databases(self, target: Target, simple: StepBound) -> StepBound:
        """The distance from step bounds and the pattern databases that there is time for."""
        return self._with(target, simple, (self._tokens, self._added, self._growing))

    def _with(
        self,
        target: Target,
        simple: StepBound,
        attempts: Sequence[Callable[[Target], Iterator[StepBound]]],
    ) -> StepBound:
        found = [simple]
        try:
            for attempt in attempts:
                for bound in attempt(target):
                    found.append(due(bound, target.due))  # noqa: PERF401 - may be cut short
        except Refused:
            pass  # nothing is left of the budget: what was found is what there is
        return farthest(found)

    def _over(self, target: Target, distance: Callable[[Term], StepBound]) -> StepBound:
        return nearest([distance(c) for c in target.alternatives[:MAX_ALTERNATIVES]])

    def _databases(self, most: int, effort: Effort | None = None) -> PatternDatabases:
        effort = Effort(INFINITY) if effort is None else effort
        return PatternDatabases(self.operators, self.start, self.budget.spend, most, effort)

    def _tokens(self, target: Target) -> Iterator[StepBound]:
        """How far things without names have to move, where the target is about such."""
        tokens = moving_tokens(target.condition, self.operators, self.start, self.budget.spend)
        if tokens is not None:
            yield tokens

    def _added(self, target: Target) -> Iterator[StepBound]:
        """One database for each group of variables of a conjunction, added up."""
        condition = spelled_out(target.condition)
        parts = groups(condition, self.operators)
        if len(parts) < 2:
            return
        databases = self._databases(min(MAX_ADDED_STATES, self.max_states))
        found = []
        for group in parts:
            if not self._is_closed(group):
                continue
            made = databases.build(group, condition)
            if made is not None:
                found.append(made)
        if found:
            yield summed_bounds(found)

    def _growing(self, target: Target) -> Iterator[StepBound]:
        """Databases on the variables of the target and on those that decide about them."""
        condition = spelled_out(target.condition)
        tried: set[frozenset[Var]] = set()
        effort = Effort(self.effort * FIRST_GROWN_STEPS)
        for group in self._seeds(condition):
            larger = self._larger_patterns(list(group), condition, tried, effort)
            last = _last_before_refusal(larger)
            if last is not None:
                yield last
            self.budget.spend()

    def _seeds(self, condition: Term) -> list[tuple[Var, ...]]:
        """Patterns to start from: parts of the target and all of it, first where it is small."""
        parts, whole = groups(condition, self.operators), variables(condition)
        sizes = [(domain_of(var, self.box) or EVERYTHING).size for var in whole]
        is_small = math.prod(sizes) <= MAX_WHOLE_PRODUCT
        return [whole, *parts] if is_small else [*parts, whole]

    def _larger_patterns(
        self, kept: list[Var], condition: Term, tried: set[frozenset[Var]], effort: Effort
    ) -> Iterator[StepBound]:
        """Databases on more and more variables, as long as it helps and there is room."""
        farthest_start, idle = -1, 0
        while kept and frozenset(kept) not in tried and self._is_closed(kept):
            tried.add(frozenset(kept))
            made = self._databases(self.max_states, effort).build(kept, condition)
            if made is None:
                return
            yield made
            far = compiled_one(made.term, tuple(kept))(tuple(self.start[v] for v in kept))
            idle = 0 if far > farthest_start else idle + 1
            farthest_start = max(far, farthest_start)
            if idle > MAX_IDLE_GROWTHS:
                return
            more = [v for v in neighbours(kept, self.operators) if v not in kept]
            if not more:
                return
            kept = [*kept, *_with_companions(more[0], more, self.operators)]

    def _is_closed(self, kept: Sequence[Var]) -> bool:
        """Is there reason to think that exploring these variables comes to an end?

        Variables without bounds can only be held back by a table that mentions them.
        """
        wild = [v for v in kept if (domain_of(v, self.box) or EVERYTHING).size == INFINITY]
        if not wild:
            return True
        held = {
            var
            for operator in self.operators
            for term in walk(*operator.constraints)
            if isinstance(term, Lookup)
            for var in variables(term)
        }
        return all(var in held for var in wild)


def _last_before_refusal(found: Iterator[StepBound]) -> StepBound | None:
    """The last of several, or as far as the budget goes."""
    last = None
    try:
        for last in found:  # noqa: B007 - only the last one counts
            pass
    except Refused:
        pass
    return last


def _with_companions(var: Var, among: list[Var], operators: Sequence[Operator]) -> list[Var]:
    """A variable and those that stand beside it in tables."""
    conditions = terms.conjoin(c for o in operators for c in o.constraints)
    for group in groups(conditions, operators):
        if var in group and len(group) <= 4:
            return [v for v in group if v is var or v in among]
    return [var]


def due(bound: StepBound, steps: int) -> StepBound:
    """The same distance with some more steps to go."""
    if not steps:
        return bound
    return StepBound(terms.add(bound.term, terms.const(steps)), bound.drops)
