"""Operators, and how what is equal in their guards makes them sharper.

A box that is pushed stands where the player steps: `px + 1 == bx`. The transition says that the
box goes to `px + 2`; what matters is that it goes to `bx + 1`. So effects are rewritten in terms
of the variable they change, and conditions are repeated in terms of the variables they are equal
to: that the place behind the player's step is no wall says where a box can be pushed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from introplan.symbolic.constraints.interval import Domain
from introplan.symbolic.terms.build import add, combine, conjoin, const, linear
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import And, Const, Equal, Linear, Sort, Term, Var, variables


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """One way in which one action changes the state."""

    action: Any
    conditions: tuple[Term, ...]
    effects: dict[Var, Term]
    box: dict[Var, Domain]

    @property
    def guard(self) -> Term:
        """All conditions."""
        return conjoin(self.conditions)


def sharpened(operator: Operator) -> Operator:
    """The same operator, with what its equalities tell written out."""
    equalities = list(_equalities(operator.conditions))
    if not equalities:
        return operator
    own = {var: _in_own_terms(var, e, equalities) for var, e in operator.effects.items()}
    effects = {var: effect for var, effect in own.items() if effect is not var}
    extra: dict[Term, None] = {}
    for names in _replacements(equalities):
        for condition in operator.conditions:
            if any(var in names for var in variables(condition)):
                repeated = substituted(condition, names)
                if not isinstance(repeated, Const):
                    extra[repeated] = None
    conditions = tuple(dict.fromkeys([*operator.conditions, *extra]))
    return replace(operator, effects=effects, conditions=conditions)


def _equalities(conditions: tuple[Term, ...]) -> Iterator[tuple[Linear, int]]:
    """Sums of two variables that are known on this path."""
    for condition in conditions:
        parts = condition.children if isinstance(condition, And) else (condition,)
        for part in parts:
            match part:
                case Equal(Linear(0, ((Var(), _), (Var(), _))) as form, Const(int(value))):
                    if all(abs(weight) == 1 for _, weight in form.parts):
                        yield form, value


def _in_own_terms(var: Var, effect: Term, equalities: list[tuple[Linear, int]]) -> Term:
    """The new value of a variable as its old value plus a number, if the equalities allow."""
    if var.sort is not Sort.INT:
        return effect
    change = linear(combine((effect, 1), (var, -1)))
    for form, value in equalities:
        for sign in (1, -1):
            if change.parts == tuple((p, sign * w) for p, w in form.parts):
                return add(var, const(change.constant + sign * value))
    return effect


def _replacements(equalities: list[tuple[Linear, int]]) -> list[Mapping[Var, Term]]:
    """Two ways to replace variables by their equals: the first by the second, and back."""
    forth: dict[Var, Term] = {}
    back: dict[Var, Term] = {}
    for form, value in equalities:
        (one, a), (two, b) = form.parts
        if isinstance(one, Var) and isinstance(two, Var):
            forth.setdefault(one, combine((two, -a * b), (const(a * value), 1)))
            back.setdefault(two, combine((one, -a * b), (const(b * value), 1)))
    return [forth, back]
