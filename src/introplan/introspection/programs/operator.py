"""Operators, and how what is equal in their guards makes them sharper.

An operator is one path through the transition with one action: a guard and effects, as in
planning (Fikes & Nilsson 1971), over variables with many values and with terms as new values.

A box that is pushed stands where the player steps: `px + 1 == bx`. The transition says that the
box goes to `px + 2`; what matters is that it goes to `bx + 1`. So effects are rewritten in terms
of the variable they change, and conditions are repeated in terms of the variables they are equal
to: that the place behind the player's step is no wall says where a box can be pushed. Such
repetitions are *implied constraints* (Smith, Stergiou & Walsh 2000): redundant in the guard, but
an abstraction that forgets the player still sees the wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from introplan.symbolic.constraints.entailment import is_satisfiable, minimal
from introplan.symbolic.constraints.interval import Box, Domain
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import add, combine, conjoin, const, linear, negate
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import And, Const, Equal, Linear, Or, Sort, Term, Var, variables

Equality = tuple[Linear, int]


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """One way in which one action changes the state."""

    action: Any
    conditions: tuple[Term, ...]
    """The conditions of its path, as they were read."""

    constraints: tuple[Term, ...]
    """All conditions that are known to hold, implied ones too: for abstractions."""

    effects: dict[Var, Term]
    known: PathCondition
    """What holds where the operator applies; to be copied before more is learnt."""

    around: Box
    """The ranges of all states: what they entail need not be said."""

    answer: Any = None
    """What `step` answers, for worlds that are one function: reward and end are in it."""

    line: int = 0
    """The line in which that was returned."""

    @property
    def box(self) -> dict[Var, Domain]:
        """The values that variables can have where the operator applies."""
        return self.known.box

    @property
    def guard(self) -> Term:
        """The condition under which the operator applies, without redundant conjuncts.

        Worked out anew, for people; computing goes on with `conditions`, which mean the same.
        """
        return minimal(conjoin(self.conditions), self.around)

    @property
    def constraint(self) -> Term:
        """All constraints, as one condition."""
        return conjoin(self.constraints)


def sharpened(operator: Operator) -> Operator | None:
    """The same operator, with what follows from its equalities; None if that contradicts it."""
    operator = replace(operator, constraints=_all_known(operator))
    equalities = list(_equalities(operator.constraints))
    if not equalities:
        return operator
    own = {var: _in_own_terms(var, e, equalities) for var, e in operator.effects.items()}
    effects = {var: effect for var, effect in own.items() if effect is not var}
    extra: dict[Term, None] = {}
    for names in _replacements(equalities):
        for condition in operator.constraints:
            if any(var in names for var in variables(condition)):
                repeated = substituted(condition, names)
                if not isinstance(repeated, Const):
                    extra[repeated] = None
    if not operator.known.learn_all(extra):
        return None
    constraints = tuple(dict.fromkeys([*operator.constraints, *extra]))
    return replace(operator, effects=effects, constraints=constraints)


def feasible(operators: Iterable[Operator]) -> list[Operator]:
    """The operators that apply to some state."""
    return [operator for operator in operators if is_satisfiable(operator.known) is not False]


def _all_known(operator: Operator) -> tuple[Term, ...]:
    """The conditions of an operator, and what propagation derived from them.

    Of `A or B` on the path and `not A` later, B is derived; the path does not ask for it again.
    """
    given = dict.fromkeys(operator.conditions)
    parts = {p for c in given for p in (c.children if isinstance(c, And) else (c,))}
    for term, value in operator.known.decided.items():
        condition = term if value else negate(term)
        if not isinstance(condition, And | Or) and condition not in parts:
            given[condition] = None
    return tuple(given)


def _equalities(conditions: tuple[Term, ...]) -> Iterator[Equality]:
    """Sums of two variables that are known on this path."""
    for condition in conditions:
        parts = condition.children if isinstance(condition, And) else (condition,)
        for part in parts:
            match part:
                case Equal(Linear(0, ((Var(), _), (Var(), _))) as form, Const(int(value))):
                    if all(abs(weight) == 1 for _, weight in form.parts):
                        yield form, value


def _in_own_terms(var: Var, effect: Term, equalities: list[Equality]) -> Term:
    """The new value of a variable as its old value plus a number, if the equalities allow."""
    if var.sort is not Sort.INT:
        return effect
    change = linear(combine((effect, 1), (var, -1)))
    for form, value in equalities:
        for sign in (1, -1):
            if change.parts == tuple((p, sign * w) for p, w in form.parts):
                return add(var, const(change.constant + sign * value))
    return effect


def _replacements(equalities: list[Equality]) -> list[Mapping[Var, Term]]:
    """Two ways to replace variables by their equals: the first by the second, and back."""
    forth: dict[Var, Term] = {}
    back: dict[Var, Term] = {}
    for form, value in equalities:
        (one, a), (two, b) = form.parts
        if isinstance(one, Var) and isinstance(two, Var):
            forth.setdefault(one, combine((two, -a * b), (const(a * value), 1)))
            back.setdefault(two, combine((one, -a * b), (const(b * value), 1)))
    return [forth, back]
