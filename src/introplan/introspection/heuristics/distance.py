"""What a distance is: to which target, and how far as a term. The other modules build them."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

MAX_ALTERNATIVES = 200
"""Alternatives of a target that are looked at; the distance to the nearest of more takes longer to
compute for a state than the step itself. The rest makes the distance an estimate, not a bound."""

UNREACHABLE_STEPS = 10**9
"""The distance of what can never be reached: more than any plan has steps, and still a number, so
that sums and minima need no special case."""


@dataclass(frozen=True, slots=True, eq=False)
class StepBound:
    """A distance as a term, and by how much each operator can lower it."""

    term: Term
    drops: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Conditions of which one must come true, and the steps that are still due then."""

    alternatives: tuple[Term, ...]
    due: int

    @property
    def condition(self) -> Term:
        """All alternatives in one."""
        return terms.disjoin(self.alternatives)
