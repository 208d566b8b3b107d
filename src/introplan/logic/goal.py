"""Factored goals: what must be true, as ALL and ANY over single ground literals.

This is the ground form of a formula after everything that cannot change has been folded away. It
stays as small as the formula with its quantifiers unrolled; the product of all its choices (the
paper's set of mutations) is never built from it, only enumerated as far as somebody looks.

>>> from introplan.logic.formula import Constant, Predicate
>>> p, q = (Want(Predicate(n, 1)(Constant("a")), True) for n in "pq")
>>> all_of([p, TRIVIAL, all_of([q])]) == All((p, q))
True
>>> any_of([p, IMPOSSIBLE]) == p
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from introplan.logic.formula import Literal


@dataclass(frozen=True, slots=True)
class Want:
    """One ground literal and the truth it should have."""

    literal: Literal
    truth: bool


@dataclass(frozen=True, slots=True)
class All:
    """Every child is needed; All(()) is met already."""

    children: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One child is enough; AnyOf(()) can never be met."""

    children: tuple[Goal, ...]


Goal: TypeAlias = Want | All | AnyOf

TRIVIAL = All(())
IMPOSSIBLE = AnyOf(())


def all_of(goals: Iterable[Goal]) -> Goal:
    """The conjunction, nested ones opened; impossible if a part is."""
    return _joined(goals, All, AnyOf)


def any_of(goals: Iterable[Goal]) -> Goal:
    """The disjunction, nested ones opened; trivial if a part is."""
    return _joined(goals, AnyOf, All)


def _joined(
    goals: Iterable[Goal], kind: type[All] | type[AnyOf], opposite: type[All] | type[AnyOf]
) -> Goal:
    """Parts of one kind; an empty part of the opposite kind decides the whole."""
    parts: list[Goal] = []
    for goal in goals:
        if isinstance(goal, kind):
            parts.extend(goal.children)
        elif isinstance(goal, opposite) and not goal.children:
            return goal
        else:
            parts.append(goal)
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def wants(goal: Goal) -> Iterator[Want]:
    """Every single literal of the goal, left to right, repeats included."""
    match goal:
        case Want():
            yield goal
        case All(children) | AnyOf(children):
            for child in children:
                yield from wants(child)
        case _:
            assert_never(goal)
