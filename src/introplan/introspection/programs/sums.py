"""Rewards that are sums: a number taken apart into addends.

A program that adds up (`total += ...` under conditions, `sum(...)`, `-COST[cell]`) is one term
after symbolic execution, because its paths are merged. `addends` splits that term: each addend
has a weight, the condition under which it counts, and perhaps an amount that is a number of the
state. Their sum is the term (an additive utility; Keeney & Raiffa 1976), up to the rounding of
floats.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from introplan.symbolic.interpreter.values import Value, as_term
from introplan.symbolic.terms.build import (
    TRUE,
    conjoin,
    const,
    disjoin,
    equal,
    lookup,
    negate,
)
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    Call,
    Choose,
    Const,
    Linear,
    Lookup,
    Or,
    Sort,
    Table,
    Term,
    sort_of,
)

MAX_ADDENDS = 1_000
"""Addends of one sum; a term with more stays one amount. Sums over 300 objects have as many."""

MAX_GROUPED_VALUES = 12
"""A table with more values than these is an amount, not a condition for each value."""


@dataclass(frozen=True, slots=True)
class Addend:
    """A part of a sum: `weight` times `amount` (None: 1) where `condition` holds."""

    weight: float
    condition: Term
    amount: Term | None = None


def addends(value: Value) -> tuple[Addend, ...]:
    """The parts of a number, of which none has the weight 0; their sum is the number."""
    term = as_term(value)
    found = _Splitter().split(term)
    if found is None:
        return (Addend(1, TRUE, term),)
    return tuple(_with_differences(_collected(found)))


class _TooMany(Exception):  # noqa: N818 - a signal, never shown
    """A term with too many addends."""


@dataclass(slots=True)
class _Splitter:
    """Splits one term, and counts what it finds."""

    count: int = 0

    def split(self, term: Term) -> list[Addend] | None:
        """The addends of a term, in its order; None if there are too many."""
        try:
            return self._parts(term)
        except _TooMany:
            return None

    def _parts(self, term: Term) -> list[Addend]:  # noqa: C901 - one case per kind
        self.count += 1
        if self.count > MAX_ADDENDS:
            raise _TooMany
        match term:
            case Const(value):
                return [Addend(_number(value), TRUE)] if value else []
            case Linear(constant, parts):
                scaled = [a for part, w in parts for a in _scaled(self._parts(part), w)]
                return [*([Addend(constant, TRUE)] if constant else []), *scaled]
            case Choose(test, then, other) if _is_number(then) and _is_number(other):
                return _chosen(test, as_choice(self._parts(then)), as_choice(self._parts(other)))
            case Call("+", (one, two)):
                return [*self._parts(one), *self._parts(two)]
            case Call("-", (one, two)):
                return [*self._parts(one), *_scaled(self._parts(two), -1)]
            case Call("neg", (one,)):
                return _scaled(self._parts(one), -1)
            case Call("float", (one,)):
                return self._parts(one)
            case Call("*", (Const(factor), one)) | Call("*", (one, Const(factor))):
                return _scaled(self._parts(one), factor)
            case Lookup(_, keys) if 0 < sum(isinstance(k, Const) for k in keys) < len(keys):
                return self._parts(_restricted(term))
            case Lookup(table) if (values := _few(table.values)) is not None:
                cases = ((v, equal(term, const(v))) for v in values if v)
                return [Addend(_number(v), condition) for v, condition in cases]
            case _ if sort_of(term) is Sort.BOOL:
                return [Addend(1, term)]
            case _:
                return [Addend(1, TRUE, term)]


def _number(value: float) -> float:
    return int(value) if isinstance(value, bool) else value


def _is_number(term: Term) -> bool:
    return not isinstance(term, Const) or isinstance(term.value, int | float)


def _few(values: Iterable[object]) -> list[float] | None:
    """The different values of a table if they are few numbers, in a fixed order."""
    found: list[float] = []
    for value in values:
        if not isinstance(value, int | float) or len(found) > MAX_GROUPED_VALUES:
            return None
        if value not in found:
            found.append(value)
    return sorted(found) if len(found) <= MAX_GROUPED_VALUES else None


def _restricted(term: Lookup) -> Term:
    """A table of which some keys are known, as a table of the others."""
    known = {i: key.value for i, key in enumerate(term.keys) if isinstance(key, Const)}
    rows = {
        tuple(part for i, part in enumerate(row) if i not in known): value
        for row, value in term.table.rows(len(term.keys))
        if all(row[i] == key for i, key in known.items())
    }
    rest = tuple(key for i, key in enumerate(term.keys) if i not in known)
    if not rows:
        # Without a default, guards keep the keys inside: then the term is never computed.
        return const(0 if term.table.default is MISSING else term.table.default)
    return lookup(Table.of_rows(rows, default=term.table.default), rest)


def _scaled(parts: Iterable[Addend], factor: float) -> list[Addend]:
    return [replace(a, weight=factor * a.weight) for a in parts if factor]


def _chosen(test: Term, then: list[Addend], other: list[Addend]) -> list[Addend]:
    """Addends under a condition or its opposite; what both branches add needs no condition."""
    shared = [a for a in then if a in other]
    opposite = negate(test)
    return [
        *shared,
        *(_under(test, a) for a in then if a not in shared),
        *(_under(opposite, a) for a in other if a not in shared),
    ]


def _under(condition: Term, addend: Addend) -> Addend:
    return replace(addend, condition=conjoin([condition, addend.condition]))


def _collected(parts: Iterable[Addend]) -> list[Addend]:
    """One addend for each condition and amount, with the sum of their weights."""
    found: dict[tuple[Term, Term | None], float] = {}
    for a in parts:
        key = (a.condition, a.amount)
        found[key] = found.get(key, 0) + a.weight
    return [Addend(w, condition, amount) for (condition, amount), w in found.items() if w]


def _with_differences(parts: list[Addend]) -> list[Addend]:
    """The addends, where two of opposite weight of which one entails the other are one.

    A score counted after a step less the same score before it is `[p or q] - [p]`, which is
    `[q and not p]`: what the step has changed.
    """
    weights = {a.condition: a.weight for a in parts if a.amount is None}
    found: list[Addend] = []
    for condition in list(weights):
        weight = weights.get(condition)
        if weight is None or not isinstance(condition, And | Or):
            continue
        part = next((p for p in condition.children if weights.get(p) == -weight), None)
        if part is not None:
            del weights[condition], weights[part]
            found.append(_difference(condition, part, weight))
    rest = [a for a in parts if a.amount is not None or a.condition in weights]
    return _collected([*rest, *found])


def _difference(condition: And | Or, part: Term, weight: float) -> Addend:
    """weight * [condition] - weight * [part]."""
    rest = [child for child in condition.children if child is not part]
    if isinstance(condition, Or):
        return Addend(weight, conjoin([disjoin(rest), negate(part)]))
    return Addend(-weight, conjoin([part, negate(conjoin(rest))]))


def without_constant(parts: Sequence[Addend]) -> list[Addend]:
    """The same sum for people, without what is always added where that can be avoided.

    The normal form of `-2 if x != y else 0` is `-2 + 2 * [x == y]`: all conditions of one weight
    are negated where nothing is left of the constant then.
    """
    constant = constant_of(parts)
    rest = [a for a in parts if a.condition is not TRUE or a.amount is not None]
    for weight in dict.fromkeys(a.weight for a in rest if constant):
        same = [a for a in rest if a.weight == weight and a.amount is None]
        if constant + len(same) * weight == 0:
            return _collected([_opposite(a) if a in same else a for a in rest])
    return as_choice(parts)


def as_choice(parts: Sequence[Addend]) -> list[Addend]:
    """A constant and one condition as what they are: a choice between two values."""
    constant = constant_of(parts)
    rest = [a for a in parts if a.condition is not TRUE]
    if not constant or len(rest) != 1 or any(a.amount is not None for a in parts):
        return list(parts)
    (one,) = rest
    opposite = Addend(constant, negate(one.condition))
    return _collected([replace(one, weight=one.weight + constant), opposite])


def constant_of(parts: Iterable[Addend]) -> float:
    """What is always added."""
    return sum(a.weight for a in parts if a.condition is TRUE and a.amount is None)


def _opposite(addend: Addend) -> Addend:
    return Addend(-addend.weight, negate(addend.condition))
