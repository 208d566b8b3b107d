"""The terms of a reward: a sum is split, so that each term can be bounded by itself.

The largest sum is at most the sum of the largest terms (of an additive utility; Keeney & Raiffa
1976). Terms of different cases that speak of the same variables are one term: the coin that is
paid for when it is reached from the left is the one that is paid for when it is reached from the
right. Where the reward of a case is a plain number, the variables are those that few other cases
change: an item that is taken is a flag that no other action sets. What is paid for nearly every
step is not a term of its own but the *base* of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.returns.cases import Case, Cases
from introplan.introspection.returns.step_sums import as_whole
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.terms.build import call, combine, const
from introplan.symbolic.terms.term import Call, Const, Linear, Sort, Term, Var, sort_of, variables

SPECIFIC_SHARE = 0.25
"""A variable is specific to a case if at most this part of all cases changes it."""

BASE_SHARE = 0.5
"""A number is the base of a reward if it is paid in at least this part of the cases."""


@dataclass(slots=True)
class RewardTerm:
    """A part of the reward: the variables it is about, and what it pays in each case."""

    names: frozenset[Var]
    shares: dict[int, list[Term]] = field(default_factory=dict)
    most: float = 0
    """The most that it pays at once."""
    needs_guards: bool = False
    """Is it decided by the guards of cases when it is paid, and not by its own condition?"""

    def rewards(self, count: int) -> list[Term | None]:
        """What the term pays in each of `count` cases."""
        return [total(self.shares.get(number, [])) for number in range(count)]


def reward_terms(model: Cases) -> tuple[list[RewardTerm], RewardTerm]:
    """The terms of the rewards of a model, all of which are known, and their base."""
    split = _Split(model, Counter(v for c in model.cases for v in c.operator.effects))
    base = split.base_value()
    found: dict[frozenset[Var], RewardTerm] = {}
    rest = RewardTerm(frozenset())
    for number, case in enumerate(model.cases):
        assert case.reward is not None, "every reward was read"
        specific = split.specific(case)
        for piece in _pieces(case.reward, base):
            names = frozenset(variables(piece)) | specific
            is_base = not names or (isinstance(piece, Const) and piece.value == base)
            term = rest if is_base else found.setdefault(names, RewardTerm(names))
            term.shares.setdefault(number, []).append(piece)
            term.most = max(term.most, bounds(piece, case.known.box)[1])
            term.needs_guards = term.needs_guards or isinstance(piece, Const)
    return list(found.values()), rest


def total(pieces: list[Term]) -> Term:
    """The sum of terms."""
    if all(sort_of(piece) is Sort.INT for piece in pieces):
        return combine(*((piece, 1) for piece in pieces))
    found = pieces[0]
    for piece in pieces[1:]:
        found = call("+", found, piece, sort=Sort.ANY)
    return found


def scaled(term: Term, factor: float) -> Term:
    """A part of a term."""
    if isinstance(term, Const):
        return const(as_whole(term.value * factor))
    return call("*", term, const(factor), sort=Sort.ANY)


@dataclass(frozen=True, slots=True)
class _Split:
    model: Cases
    changes: Counter[Var]
    """In how many cases each variable changes."""

    def base_value(self) -> float:
        """The number that nearly every step is paid, or 0."""
        count: Counter[float] = Counter()
        for case in self.model.cases:
            count.update({p.value for p in _constants(case.reward) if isinstance(p, Const)})
        value, times = max(count.items(), key=lambda item: item[1], default=(0, 0))
        return value if times >= BASE_SHARE * len(self.model.cases) else 0

    def specific(self, case: Case) -> frozenset[Var]:
        """The variables that this case changes, and few others do."""
        most = SPECIFIC_SHARE * len(self.model.cases)
        least = min((self.changes[var] for var in case.operator.effects), default=0)
        if least > most:
            return frozenset()
        return frozenset(v for v in case.operator.effects if self.changes[v] == least)


def _constants(term: Any) -> Iterator[Term]:
    """The numbers that a sum adds."""
    match term:
        case Linear(constant):
            yield const(constant)
        case Call("+", arguments):
            for part in arguments:
                yield from _constants(part)
        case Const():
            yield term


def _pieces(term: Term, base: float) -> Iterator[Term]:
    """The terms of a sum; a number is the base and what it exceeds it by."""
    match term:
        case Linear(constant, parts):
            yield from _pieces(const(constant), base)
            for part, weight in parts:
                yield combine((part, weight))
        case Call("+", arguments):
            for part in arguments:
                yield from _pieces(part, base)
        case Const(value):
            yield from (const(v) for v in (base, value - base) if v and value)
        case _:
            yield term
