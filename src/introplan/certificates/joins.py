"""Joins for the checks: the objects for which some literals are all among given rows.

Literals are taken one after the other, the one with the fewest unbound variables and then the
shortest table first. Each extends every binding so far by the rows that agree with it, which are
found in an index (a hash join). Variables in no literal take every object of their types.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from introplan.relational.formula import Constant, Literal, Predicate, Variable
from introplan.relational.state import Objects, Row

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
            # The order is chosen by what is bound, not by how many rows match each binding: all
            # bindings go through one index together, which is built once per literal.
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
