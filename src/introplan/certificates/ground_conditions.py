"""Ground conditions over numbered facts: a state is one integer, a fact is one of its bits.

A condition is a conjunction of bits and further parts, or the failure of one. Everything else
comes down to these two: a disjunction fails unless not all of its parts fail.

A condition can be asked in two ways. `holds` is its truth on a transition. `possible` is what is
left of that where each fact is only known to be true at times and false at times: a condition
that is not possible never holds, while one that is possible may still never hold.

>>> either = negation(every([Every(false=1), Every(false=2)]))
>>> [either.holds(state, 0) for state in range(4)]
[False, True, True, True]
>>> either.possible(May(true=0, false=3)), either.possible(May(true=2, false=3))
(False, True)

The objects for which some literals can all be true at once, by joining tables of rows.

Literals are taken one after the other, the most bound and then the shortest table first; each
extends every binding so far by the rows that fit, found in an index. Variables in no literal take
every object of their types in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from introplan.relational.formula import Constant, Literal, Predicate, Variable
from introplan.relational.state import Objects, Row


@dataclass(frozen=True, slots=True)
class May:
    """The facts that may be true, and those that may be false."""

    true: int
    false: int


@dataclass(frozen=True, slots=True)
class Every:
    """These facts are true and false, after and before, and every one of `parts` holds."""

    true: int = 0
    false: int = 0
    was_true: int = 0
    was_false: int = 0
    parts: tuple[Fails, ...] = ()

    def holds(self, after: int, before: int) -> bool:
        """Is it so on a transition between these states?"""
        if after & self.true != self.true or after & self.false:
            return False
        if before & self.was_true != self.was_true or before & self.was_false:
            return False
        return not self.parts or all(part.holds(after, before) for part in self.parts)

    def possible(self, may: May) -> bool:
        """May it be so?"""
        if (self.true | self.was_true) & ~may.true or (self.false | self.was_false) & ~may.false:
            return False
        return all(part.possible(may) for part in self.parts)

    def avoidable(self, may: May) -> bool:
        """May it fail to be so?"""
        if (self.true | self.was_true) & may.false or (self.false | self.was_false) & may.true:
            return True
        return any(part.child.possible(may) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Fails:
    """`child` does not hold."""

    child: Every

    def holds(self, after: int, before: int) -> bool:
        """Is it so on a transition between these states?"""
        return not self.child.holds(after, before)

    def possible(self, may: May) -> bool:
        """May it be so?"""
        return self.child.avoidable(may)


Condition: TypeAlias = Every | Fails

ALWAYS = Every()
NEVER = Fails(ALWAYS)


def every(conditions: Iterable[Condition]) -> Condition:
    """All of them; looks no further than the first that never holds."""
    true = false = was_true = was_false = 0
    parts: list[Fails] = []
    for condition in conditions:
        if condition == NEVER:
            return NEVER
        if isinstance(condition, Fails):
            parts.append(condition)
            continue
        true, false = true | condition.true, false | condition.false
        was_true, was_false = was_true | condition.was_true, was_false | condition.was_false
        parts.extend(condition.parts)
    return Every(true, false, was_true, was_false, tuple(parts))


def negation(condition: Condition) -> Condition:
    """What holds exactly when `condition` does not; a single fact is turned over."""
    if isinstance(condition, Fails):
        return condition.child
    c = condition
    count = sum(bits.bit_count() for bits in (c.true, c.false, c.was_true, c.was_false))
    if count == 0 and len(c.parts) == 1:
        return c.parts[0].child
    if count == 1 and not c.parts:
        return Every(c.false, c.true, c.was_false, c.was_true)
    return Fails(c)


Names = dict[str, str]
Tables = Mapping[Predicate, Sequence[Row]]


@dataclass(frozen=True, slots=True)
class Join:
    """What literals are joined with: rows by predicate, and objects by type."""

    tables: Tables
    objects: Objects
    check: Callable[[], None]

    def bindings(
        self, variables: Sequence[Variable], literals: Sequence[Literal]
    ) -> Iterator[Names]:
        """Names of objects for the variables, in every way that makes all literals rows."""
        members = {v.name: {c.name for c in self.objects.of(v.types)} for v in variables}
        found: Iterator[Names] = iter([{}])
        bound: set[str] = set()
        waiting = list(literals)
        while waiting:
            literal = min(waiting, key=lambda x: (_unbound(x, bound), self._size(x)))
            waiting.remove(literal)
            found = self._extended(found, literal, bound, members)
            bound |= {t.name for t in literal.terms if isinstance(t, Variable)}
        for variable in variables:
            if variable.name not in bound:
                found = self._ranging(found, variable)
        return found

    def _size(self, literal: Literal) -> int:
        return len(self.tables.get(literal.predicate, ()))

    def _extended(
        self,
        found: Iterator[Names],
        literal: Literal,
        bound: set[str],
        members: Mapping[str, set[str]],
    ) -> Iterator[Names]:
        """Each binding with each row that agrees with it."""
        variables = [t.name for t in literal.terms if isinstance(t, Variable)]
        shared = [name for name in dict.fromkeys(variables) if name in bound]
        index: dict[tuple[str, ...], list[Names]] = {}
        for row in self.tables.get(literal.predicate, ()):
            self.check()
            names = _matched(literal, row, members)
            if names is not None:
                index.setdefault(tuple(names[n] for n in shared), []).append(names)
        return self._looked_up(found, shared, index)

    def _looked_up(
        self,
        found: Iterator[Names],
        shared: list[str],
        index: Mapping[tuple[str, ...], list[Names]],
    ) -> Iterator[Names]:
        for names in found:
            for more in index.get(tuple(names[n] for n in shared), ()):
                self.check()
                yield {**names, **more}

    def _ranging(self, found: Iterator[Names], variable: Variable) -> Iterator[Names]:
        for names in found:
            for constant in self.objects.of(variable.types):
                self.check()
                yield {**names, variable.name: constant.name}


def _unbound(literal: Literal, bound: set[str]) -> int:
    return len({t.name for t in literal.terms if isinstance(t, Variable)} - bound)


def _matched(literal: Literal, row: Row, members: Mapping[str, set[str]]) -> Names | None:
    """The variables of a literal bound to a row; None if they do not fit."""
    names: Names = {}
    for term, name in zip(literal.terms, row[1:], strict=True):
        if isinstance(term, Constant):
            if term.name != name:
                return None
        elif names.setdefault(term.name, name) != name or name not in members[term.name]:
            return None
    return names
