"""Inductive invariants: parts of a state that never coincide, such as two boxes in one place.

Guessed by looking at sampled states, proved by symbols (guess and check, as in Houdini; Flanagan &
Leino 2001): of all guesses the largest set is kept
that every operator preserves, each on the assumption that all of them held before. Operators that
need two such parts to coincide can never be taken, and are dropped; without this, a push would
seem to move several boxes at once, and their distances could not be added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.shape import (
    Bits,
    Cases,
    Cells,
    Fields,
    Keys,
    Leaf,
    Parts,
    Shape,
    Sized,
    Ungathered,
    leaves_of,
)
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.terms.build import conjoin, equal, negate
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Sort, Term, Var, variables

MAX_GUESSES = 60
"""Pairs of parts that are tried; each is checked against every operator in every round."""


def coinciding(
    shape: Shape, order: Sequence[Var], rows: list[tuple[Any, ...]], operators: list[Operator]
) -> list[Term]:
    """Conditions that never hold: "these two parts are equal"."""
    changed = {var for operator in operators for var in operator.effects}
    guesses = [
        meeting
        for meeting in _meetings(shape)
        if changed.intersection(variables(meeting))
        and not any(map(compiled_one(meeting, order), rows))
    ][:MAX_GUESSES]
    while True:
        places = [(o, _known_where(o, guesses)) for o in operators] if guesses else []
        kept = [g for g in guesses if all(_is_kept(g, o, known) for o, known in places)]
        if len(kept) == len(guesses):
            return kept
        guesses = kept


def _meetings(shape: Shape) -> Iterator[Term]:
    """For parts of the same shape side by side: that two of them are equal."""
    match shape:
        case Parts(_, items):
            groups = [leaves_of(item) for item in items]
            for one, two in combinations(groups, 2):
                if 2 <= len(one) == len(two) <= 3 and _are_numbers(one + two):
                    yield conjoin(equal(a, b) for a, b in zip(one, two, strict=True))
            for item in items:
                yield from _meetings(item)
        case Fields(_, parts) | Keys(parts):
            for _, part in parts:
                yield from _meetings(part)
        case Leaf() | Bits() | Cells() | Sized() | Cases() | Ungathered():
            return


def _are_numbers(group: list[Var]) -> bool:
    return all(var.sort is Sort.INT for var in group)


def _is_kept(meeting: Term, operator: Operator, known: PathCondition | None) -> bool:
    """Does an operator never make two parts coincide, if so much is known where it is taken?"""
    if known is None:
        return True
    after = substituted(meeting, operator.effects)
    return after is meeting or _is_false(after, known)


def _known_where(operator: Operator, guesses: list[Term]) -> PathCondition | None:
    """What holds when an operator is taken; None if it never is."""
    known = operator.known.copy()
    if not known.learn_all(operator.constraints):
        return None
    for guess in guesses:
        if known.truth(guess) is True or not known.learn(negate(guess), True):
            return None
    return known


def _is_false(condition: Term, known: PathCondition) -> bool:
    return known.truth(condition) is False or known.truth(negate(condition)) is True


def possible(operators: list[Operator], meetings: list[Term]) -> list[Operator]:
    """The operators that can be taken although nothing ever coincides."""
    return [operator for operator in operators if _known_where(operator, meetings) is not None]
