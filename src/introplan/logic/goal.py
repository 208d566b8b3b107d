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

from introplan.logic.formula import Literal, Moment


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
    """The conjunction, opened, without repeats; impossible if a part is or two contradict."""
    parts: dict[Goal | int, Goal] = {}
    for goal in goals:
        if goal == IMPOSSIBLE:
            return IMPOSSIBLE
        for part in goal.children if isinstance(goal, All) else (goal,):
            if isinstance(part, Want):
                if Want(part.literal, not part.truth) in parts:
                    return IMPOSSIBLE
                parts[part] = part
            else:
                parts[id(part)] = part
    return next(iter(parts.values())) if len(parts) == 1 else All(tuple(parts.values()))


def any_of(goals: Iterable[Goal]) -> Goal:
    """The disjunction, opened, without repeats; trivial if a part is."""
    parts: dict[Goal | int, Goal] = {}
    for goal in goals:
        if goal == TRIVIAL:
            return TRIVIAL
        for part in goal.children if isinstance(goal, AnyOf) else (goal,):
            parts[part if isinstance(part, Want) else id(part)] = part
    return next(iter(parts.values())) if len(parts) == 1 else AnyOf(tuple(parts.values()))


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


def as_of_now(goal: Goal) -> Goal:
    """The goal with `before` read in the same state as `after`: what to aim at from a state."""
    match goal:
        case Want(literal, truth) if literal.moment is Moment.BEFORE:
            return Want(literal.at(Moment.AFTER), truth)
        case Want():
            return goal
        case All(children):
            return All(tuple(map(as_of_now, children)))
        case AnyOf(children):
            return AnyOf(tuple(map(as_of_now, children)))
        case _:
            assert_never(goal)
