"""Which variables a value table keeps.

A pattern that holds every variable on which rewards, ends and allowed actions depend, directly or
through others (their causal cone; Knoblock 1994), loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from introplan.introspection.returns.cases import Cases
from introplan.symbolic.terms.term import Term, Var, variables


def cone(names: Iterable[Var], model: Cases) -> set[Var]:
    """The variables, and all that effects on them read."""
    found = set(names)
    is_settled = False
    while not is_settled:
        read = {
            var
            for case in model.cases
            for name, term in case.operator.effects.items()
            if name in found
            for var in variables(term)
        }
        is_settled = read <= found
        found |= read
    return found


def relevant(model: Cases, order: Sequence[Var]) -> tuple[Var, ...]:
    """All variables that can make a difference to a return; others are forgotten without loss."""
    asked: list[Term] = [term for conditions in model.hindrances for term in conditions]
    for case in model.cases:
        asked += case.constraints
        asked += [] if case.reward is None else [case.reward]
    wanted = cone(variables(*asked), model) if asked else set()
    return tuple(var for var in order if var in wanted)
