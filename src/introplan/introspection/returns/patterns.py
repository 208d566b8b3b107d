"""Which variables a value table keeps.

A pattern that holds every variable on which rewards, ends and allowed actions depend, directly or
through others (their causal cone; Knoblock 1994), loses nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from introplan.introspection.returns.cases import Cases
from introplan.introspection.returns.reward_terms import RewardTerm
from introplan.symbolic.constraints.interval import Box, domain_of
from introplan.symbolic.terms.term import Term, Var, variables

UNBOUNDED_SIZE = 64
"""Values that a number without bounds is taken to have, when sizes of tables are estimated."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns of one model, over variables in an order and in a box."""

    model: Cases
    order: Sequence[Var]
    box: Box

    def in_order(self, names: Iterable[Var]) -> tuple[Var, ...]:
        """The variables in the order of the model."""
        wanted = set(names)
        return tuple(var for var in self.order if var in wanted)

    def relevant(self) -> tuple[Var, ...]:
        """All variables that can make a difference; others are forgotten without loss."""
        asked: list[Term] = [term for some in self.model.hindrances for term in some]
        for case in self.model.cases:
            asked += case.constraints
            asked += [] if case.reward is None else [case.reward]
        return self.in_order(self.cone(variables(*asked)) if asked else ())

    def of_term(self, term: RewardTerm, most: float) -> tuple[Var, ...]:
        """The variables of a term and what decides about them, unless that is too much."""
        guards: set[Var] = set()
        if term.needs_guards:
            for number in term.shares:
                guards.update(variables(*self.model.cases[number].operator.conditions))
        for names in (term.names | guards, term.names):
            found = self.cone(names)
            if self.size(found) <= most:
                return self.in_order(found)
        return self.in_order(term.names)

    def cone(self, names: Iterable[Var]) -> set[Var]:
        """The variables, and all that effects on them read."""
        found = set(names)
        is_settled = False
        while not is_settled:
            read = {
                var
                for case in self.model.cases
                for name, term in case.operator.effects.items()
                if name in found
                for var in variables(term)
            }
            is_settled = read <= found
            found |= read
        return found

    def is_bounded(self, pattern: Iterable[Var]) -> bool:
        """Does every variable have a range that ends?"""
        domains = [domain_of(var, self.box) for var in pattern]
        return all(domain is not None and domain.size < math.inf for domain in domains)

    def size(self, pattern: Iterable[Var]) -> float:
        """About how many states a table has: the product of the ranges of its variables."""
        size = 1.0
        for var in pattern:
            domain = domain_of(var, self.box)
            values = math.inf if domain is None else domain.size
            size *= UNBOUNDED_SIZE if math.isinf(values) else values
        return size
