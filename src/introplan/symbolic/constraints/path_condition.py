"""Knowledge: what is known of a state on one path, beyond the box it lies in.

Facts are learnt as decisions are taken: a condition that holds narrows the ranges of variables,
and is remembered as it is. What a term can be under all that is asked of it with `truth`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from introplan.symbolic.constraints.interval import (
    ENUMERATED,
    INFINITY,
    Box,
    Domain,
    OneOf,
    Range,
    bounds,
    domain_of,
    truth,
)
from introplan.symbolic.terms.build import negate
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Sort,
    Table,
    Term,
    Var,
    remembered,
    sort_of,
    variables,
    walk,
)


@dataclass(slots=True)
class Knowledge:
    """What is known on a path: a box, and conditions that were decided."""

    box: dict[Var, Domain]
    decided: dict[Term, bool] = field(default_factory=dict)

    def copy(self) -> Knowledge:
        """An independent copy."""
        return Knowledge(dict(self.box), dict(self.decided))

    def truth(self, term: Term) -> bool | None:
        """Does a condition hold here: yes, no, or unknown?"""
        known = self.decided.get(term)
        if known is not None:
            return known
        match term:
            case Not(child):
                known = self.truth(child)
                return None if known is None else not known
            case And(parts) | Or(parts):
                return self._truth_of_parts(parts, stop=isinstance(term, Or))
            case _:
                known = truth(term, self.box)
                return self._by_trying(term) if known is None else known

    def _truth_of_parts(self, parts: tuple[Term, ...], *, stop: bool) -> bool | None:
        is_open = False
        for part in parts:
            known = self.truth(part)
            if known is stop:
                return stop
            is_open = is_open or known is None
        return None if is_open else not stop

    def _by_trying(self, term: Term) -> bool | None:
        """The truth of a condition over very few states, by looking at all of them.

        Plain linear conditions are left out: bounds are as good for them.
        """
        if isinstance(term, Var) or not is_intricate(term):
            return None
        found: set[bool] = set()
        states = small_space(variables(term), self.box)
        if states is None or len(states[1]) > ENUMERATED:
            return None
        holds = compiled_one(term, states[0])
        found = {bool(holds(values)) for values in states[1]}
        return found.pop() if len(found) == 1 else None

    def learn(self, term: Term, value: bool) -> bool:
        """Take a condition as decided; False if that contradicts what is known."""
        if self.truth(term) is (not value):
            return False
        self.decided[term] = value
        match term:
            case Not(child):
                return self.learn(child, not value)
            case And(parts) if value:
                return all(self.learn(part, True) for part in parts)
            case Or(parts) if not value:
                return all(self.learn(part, False) for part in parts)
            case AtMost(form, bound):
                if value:
                    return self._narrow(form, bound)
                opposite = negate(term)
                assert isinstance(opposite, AtMost)
                return self._narrow(opposite.linear, opposite.bound)
            case Equal(left, right):
                return self._learn_equality(left, right, value)
            case Var():
                return self._keep(term, lambda v: bool(v) is value)
            case Lookup(table, keys):
                return self._learn_lookup(table, keys, value)
            case _:
                return True

    def _learn_equality(self, left: Term, right: Term, value: bool) -> bool:
        if isinstance(left, Var) and isinstance(right, Const):
            domain = domain_of(left, self.box)
            if value and isinstance(domain, Range) and isinstance(right.value, int):
                self.box[left] = Range(int(right.value), int(right.value))
                return domain.low <= right.value <= domain.high
            return self._keep(left, lambda v: bool(v == right.value) is value)
        if not value or Sort.ANY in (sort_of(left), sort_of(right)):
            return True
        if not isinstance(left, Linear) or not isinstance(right, Const):
            return True
        flipped = Linear(0, tuple((p, -c) for p, c in left.parts))
        return self._narrow(left, right.value) and self._narrow(flipped, -right.value)

    def _narrow(self, form: Linear, bound: float) -> bool:
        """Use `form <= bound` to shrink the ranges of the variables in it."""
        spans = [bounds(part, self.box) for part, _ in form.parts]
        least = [
            c * (low if c > 0 else high)
            for (_, c), (low, high) in zip(form.parts, spans, strict=True)
        ]
        for position, (part, weight) in enumerate(form.parts):
            room = bound - form.constant - sum(least[:position]) - sum(least[position + 1 :])
            if isinstance(part, Var) and math.isfinite(room) and not self._cut(part, weight, room):
                return False
        return True

    def _cut(self, var: Var, weight: int, room: float) -> bool:
        """weight * var <= room."""
        limit = int(room) // weight if weight > 0 else -(int(room) // -weight)
        domain = domain_of(var, self.box)
        if isinstance(domain, OneOf):
            return self._keep(var, lambda v: weight * v <= room)
        assert isinstance(domain, Range)
        low, high = domain.low, domain.high
        low, high = (low, min(high, limit)) if weight > 0 else (max(low, limit), high)
        self.box[var] = Range(low, high)
        return low <= high

    def _keep(self, var: Var, accepts: Any) -> bool:
        """Keep only the values of a variable that are accepted."""
        domain = domain_of(var, self.box)
        if isinstance(domain, OneOf):
            self.box[var] = OneOf(tuple(filter(accepts, domain.values)))
            return bool(self.box[var].size)
        if isinstance(domain, Range):
            low, high = domain.low, domain.high
            if domain.size <= 4096:
                kept = [v for v in domain if accepts(v)]
                low, high = (kept[0], kept[-1]) if kept else (1, 0)
            self.box[var] = Range(low, high)
            return low <= high
        return True

    def _learn_lookup(self, table: Table, keys: tuple[Term, ...], value: bool) -> bool:
        """A table with a known value says where its keys can be."""
        if table.default is not MISSING and bool(table.default) is value:
            return True
        found = [key for key, v in table.entries.items() if bool(v) is value]
        for position, key in enumerate(keys):
            parts = [k[position] if len(keys) > 1 else k for k in found]
            if not self._be_among(key, parts):
                return False
        return bool(found)

    def _be_among(self, key: Term, values: list[Any]) -> bool:
        if isinstance(key, Var):
            allowed = set(values)
            return self._keep_range(key, values) and self._keep(key, allowed.__contains__)
        if isinstance(key, Linear) and values and all(isinstance(v, int) for v in values):
            flipped = Linear(0, tuple((p, -c) for p, c in key.parts))
            return self._narrow(key, max(values)) and self._narrow(
                flipped, -min(values) + key.constant
            )
        return bool(values)

    def _keep_range(self, var: Var, values: list[Any]) -> bool:
        domain = domain_of(var, self.box)
        if isinstance(domain, Range) and values and all(isinstance(v, int) for v in values):
            low, high = max(domain.low, min(values)), min(domain.high, max(values))
            self.box[var] = Range(low, high)
            return bool(low <= high)
        return bool(values)


@remembered
def is_intricate(term: Term) -> bool:
    """Is there more to a condition than a sum of variables compared with a number?"""
    return any(isinstance(part, Call | Lookup | Choose) for part in walk(term))


def small_space(
    names: tuple[Var, ...], box: Box, *, limit: int = ENUMERATED
) -> tuple[tuple[Var, ...], list[tuple[Any, ...]]] | None:
    """All values that a few variables can have together; None if they are more than `limit`."""
    domains = [domain_of(name, box) for name in names]
    size = 1.0
    for domain in domains:
        size *= INFINITY if domain is None else domain.size
        if size > limit:
            return None
    return names, list(product(*(list(d) for d in domains if d is not None)))
