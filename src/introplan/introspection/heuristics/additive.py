"""The distance to a target, as strong as the time allows.

A target is a condition on the state after a step, or conditions on the state before certain
steps. Step bounds come first; then projections: on the variables of each part of the target, which
add up, and on more and more variables together, the largest of which may be the whole world.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.introspection.heuristics.pattern_database import Projector, groups, neighbours
from introplan.introspection.heuristics.step_bounds import (
    Potential,
    Potentials,
    farthest,
    nearest,
    together,
)
from introplan.introspection.programs.operator import Operator
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import EVERYTHING, INFINITY, Box, domain_of
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.substitute import spelled_out
from introplan.symbolic.terms.term import Lookup, Term, Var, variables, walk

MOST_ALTERNATIVES = 200


@dataclass(frozen=True, slots=True)
class Target:
    """Conditions of which one must come true, and the steps that are still due then."""

    alternatives: tuple[Term, ...]
    due: int

    @property
    def condition(self) -> Term:
        """All alternatives in one."""
        return terms.disjoin(self.alternatives)


@dataclass(slots=True)
class Distances:
    """Builds distances to targets of one model, as far as a budget goes."""

    operators: Sequence[Operator]
    box: Box
    start: dict[Var, Any]
    budget: Budget
    most_states: int = 20_000

    def by_steps(self, target: Target) -> Potential:
        """The distance from step bounds alone."""
        builder = Potentials(self.operators, self.box)
        return due(self._over(target, builder.of), target.due)

    def with_projections(self, target: Target, simple: Potential) -> Potential:
        """The distance from step bounds and whatever projections there is time for."""
        found = [simple]
        try:
            for attempt in (self._summed, self._widened):
                for potential in attempt(target):
                    found.append(due(potential, target.due))  # noqa: PERF401 - may be cut short
        except Refused:
            pass  # nothing is left of the budget: what was found is what there is
        return farthest(found)

    def _over(self, target: Target, distance: Callable[[Term], Potential]) -> Potential:
        return nearest([distance(c) for c in target.alternatives[:MOST_ALTERNATIVES]])

    def _projector(self, most: int) -> Projector:
        return Projector(self.operators, self.start, self.budget.spend, most)

    def _summed(self, target: Target) -> Iterator[Potential]:
        """One projection for each group of variables of a conjunction, added up."""
        condition = spelled_out(target.condition)
        parts = groups(condition, self.operators)
        if len(parts) < 2:
            return
        projector = self._projector(min(4000, self.most_states))
        found = []
        for group in parts:
            if not self._is_closed(group):
                continue
            made = projector.potential(group, condition)
            if made is not None:
                found.append(made)
        if found:
            yield together(found)

    def _widened(self, target: Target) -> Iterator[Potential]:
        """Projections on the variables of the target and on those that decide about them."""
        condition = spelled_out(target.condition)
        tried: set[frozenset[Var]] = set()
        for group in [*groups(condition, self.operators), variables(condition)]:
            wider = self._wider(list(group), condition, tried)
            last = _last_before_refusal(wider)
            if last is not None:
                yield last
            self.budget.spend()

    def _wider(
        self, kept: list[Var], condition: Term, tried: set[frozenset[Var]]
    ) -> Iterator[Potential]:
        """Projections on more and more variables, as long as there is room."""
        while kept and frozenset(kept) not in tried and self._is_closed(kept):
            tried.add(frozenset(kept))
            made = self._projector(self.most_states).potential(kept, condition)
            if made is None:
                return
            yield made
            more = [v for v in neighbours(kept, self.operators) if v not in kept]
            if not more:
                return
            kept = [*kept, *_with_companions(more[0], more, self.operators)]

    def _is_closed(self, kept: Sequence[Var]) -> bool:
        """Is there reason to think that exploring these variables comes to an end?

        Variables without bounds can only be held back by a table that mentions them.
        """
        wild = [v for v in kept if (domain_of(v, self.box) or EVERYTHING).size == INFINITY]
        held = {
            var
            for operator in self.operators
            for term in walk(*operator.constraints)
            if isinstance(term, Lookup)
            for var in variables(term)
        }
        return all(var in held for var in wild)


def _last_before_refusal(potentials: Iterator[Potential]) -> Potential | None:
    """The last of several, or as far as the budget goes."""
    last = None
    try:
        for last in potentials:  # noqa: B007 - only the last one counts
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


def due(potential: Potential, steps: int) -> Potential:
    """The same distance with some more steps to go."""
    if not steps:
        return potential
    return Potential(terms.add(potential.term, terms.const(steps)), potential.drops)
