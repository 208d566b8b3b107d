"""Sums in a replay: how many bindings of a row hold, looked at again only where something changed.

Whether a condition holds under a binding depends on the ground literals in it, so it can change
only when one of these does: a row that became true or false, in the state after or in the state
before, or the action. The bindings that hold are kept from step to step (view maintenance, as
databases do it: Gupta, Mumick and Subrahmanian 1993), and those that a changed row touches are
tried again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from introplan.mdp import add
from introplan.relational.formula import (
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Term,
    Variable,
)
from introplan.relational.rewards import SumRow
from introplan.relational.rewriting import comparisons
from introplan.relational.state import Row
from introplan.verification.conditions import Compilation, Signed, conjuncts
from introplan.verification.rows import Transition

Names = tuple[str, ...]


class Sums:
    """The rows of all sums of a reward; must be asked about every step, in order."""

    def __init__(self, rows: Iterable[SumRow], compilation: Compilation) -> None:
        self._rows = [(row, _Count(row, compilation)) for row in rows]
        self._last: Transition | None = None

    def added_to(self, listed: float, step: Transition) -> float:
        """What is paid in all, if the decision list beside the sums pays `listed`."""
        for row, count in self._rows:
            listed = add(listed, row.paid(count.after(step, self._last)))
        self._last = step
        return listed


class _Count:
    """The bindings of one row that hold."""

    def __init__(self, row: SumRow, compilation: Compilation) -> None:
        frame = compilation.frame
        scope = {v.name: frame.slot() for v in row.variables}
        self._slots = [scope[v.name] for v in row.variables]
        self._values = frame.values
        self._ranges = [compilation.candidates.names(v) for v in row.variables]
        conditions = list(conjuncts(Signed(row.condition, True, scope)))
        bound = list(zip(row.variables, self._slots, strict=True))
        self._solutions = compilation.solutions(bound, conditions, set())
        self._condition = compilation.part(row.condition, scope)
        self._readers: dict[tuple[Moment, str], list[_Reader]] = {}
        for reader in _readers(row.condition, row.variables):
            key = reader.literal.moment, reader.literal.predicate.name
            self._readers.setdefault(key, []).append(reader)
        self._holding: set[Names] | None = None
        # A number that changes may touch any binding: there all of them are tried again.
        self._is_numeric = any(True for _ in comparisons(row.condition))

    def after(self, step: Transition, last: Transition | None) -> int:
        """How many bindings hold for `step`, which came after `last`."""
        if self._holding is None or last is None or self._is_numeric:
            found = self._solutions.each(step)
            self._holding = {tuple([self._values[i] for i in self._slots]) for _ in found}
            return len(self._holding)
        for names in self._touched(step, last):
            for slot, name in zip(self._slots, names, strict=True):
                self._values[slot] = name
            if self._condition.holds(step):
                self._holding.add(names)
            else:
                self._holding.discard(names)
        return len(self._holding)

    def _touched(self, step: Transition, last: Transition) -> set[Names]:
        """The bindings under which the condition reads something that changed."""
        found: set[Names] = set()
        for moment, row in _changed(step, last):
            for reader in self._readers.get((moment, row[0]), ()):
                known = reader.matched(row)
                if known is not None:
                    found.update(self._completed(known))
        return found

    def _completed(self, known: dict[int, str]) -> Iterator[Names]:
        """Every binding that agrees with what is known of it."""
        ranges = enumerate(self._ranges)
        return product(
            *(
                names if i not in known else [known[i]] if known[i] in members else []
                for i, (names, members) in ranges
            )
        )


def _changed(step: Transition, last: Transition) -> Iterator[tuple[Moment, Row]]:
    """What is different for `step` than for the one before it."""
    for row in (*step.added, *step.removed):
        yield Moment.AFTER, row
    for row in (*last.added, *last.removed):
        yield Moment.BEFORE, row
    for done in (step.done, last.done):
        if done is not None:
            yield Moment.DID, done


@dataclass(frozen=True, slots=True)
class _Reader:
    """A literal of a condition; `places` are the variables of the sum in it, None for others."""

    literal: Literal
    places: tuple[int | None, ...]

    def matched(self, row: Row) -> dict[int, str] | None:
        """What the variables are if this literal reads `row`; None if it cannot."""
        known: dict[int, str] = {}
        terms = self.literal.terms
        if len(row) != len(terms) + 1:
            return None
        for place, term, name in zip(self.places, terms, row[1:], strict=True):
            if place is not None and known.setdefault(place, name) != name:
                return None
            if not isinstance(term, Variable) and term.name != name:
                return None
        return known


def _readers(formula: Formula, variables: tuple[Variable, ...]) -> Iterator[_Reader]:
    numbers = {v.name: i for i, v in enumerate(variables)}
    for literal, hidden in _literals(formula, frozenset()):
        yield _Reader(literal, tuple(_place(t, numbers, hidden) for t in literal.terms))


def _place(term: Term, numbers: dict[str, int], hidden: frozenset[str]) -> int | None:
    is_own = isinstance(term, Variable) and term.name not in hidden
    return numbers[term.name] if is_own else None


def _literals(
    formula: Formula, hidden: frozenset[str]
) -> Iterator[tuple[Literal, frozenset[str]]]:
    """Every literal, with the names that quantifiers around it bind."""
    match formula:
        case Literal():
            yield formula, hidden
        case Comparison():
            return
        case Not(child):
            yield from _literals(child, hidden)
        case And(children) | Or(children):
            for child in children:
                yield from _literals(child, hidden)
        case Exists(variable, child) | Forall(variable, child):
            yield from _literals(child, hidden | {variable.name})
        case _:
            assert_never(formula)
