"""The world of a replay: one mutable set of true literals, changed in place.

The state before an action is a view that undoes what the action changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from introplan.relational.derivation import Derivation
from introplan.relational.domain import Task
from introplan.relational.formula import Constant, Predicate
from introplan.relational.incremental import Row, row_of
from introplan.relational.query import Facts
from introplan.relational.rewriting import literals
from introplan.relational.state import Objects


@dataclass(frozen=True, slots=True)
class _NameVocabulary:
    """Rows made of names."""

    objects: Objects

    def key(self, predicate: Predicate) -> str:
        """The predicate's name."""
        return predicate.name

    def value(self, constant: Constant) -> str:
        """The object's name."""
        return constant.name

    def candidates(self, types: tuple[str, ...]) -> Sequence[str]:
        """The names of the objects of these types."""
        return [c.name for c in self.objects.of(types)]


class ReplayWorld:
    """The true literals, changed in place; `known` includes the derived ones.

    `changed` names the predicates whose literals the last action may have changed.
    """

    def __init__(self, task: Task, check: Callable[[], None]) -> None:
        self.objects = task.start.objects
        self.rules = task.domain.derived
        self.derivation = Derivation(self.rules, _NameVocabulary(self.objects), check)
        self.premises = {x.predicate.name for rule in self.rules for x in literals(rule.body)}
        self.derived = {rule.head.predicate.name for rule in self.rules}
        self.facts = set(map(row_of, task.start.facts))
        self.known = self._with_derived()
        self.changed: Set[str] = frozenset()

    def change(self, adds: set[Row], deletes: set[Row]) -> Set[Row]:
        """Delete, then add; gives what was known before."""
        removed, added = (deletes - adds) & self.facts, adds - self.facts
        self.facts -= removed
        self.facts |= added
        self.changed = {row[0] for row in (*removed, *added)}
        if self.changed & self.premises:
            self.changed |= self.derived
            before: Set[Row] = self.known
            self.known = self._with_derived()
            return before
        self.known -= removed
        self.known |= added
        return _Undone(self.known, added, removed)

    def _with_derived(self) -> set[Row]:
        if not self.rules:
            return self.facts
        rows = Facts(self.facts)
        self.derivation.derive(rows)
        return set(rows)


@dataclass(frozen=True, slots=True)
class _Undone(Set[Row]):
    """The set that `now` was before `added` were added and `removed` were removed."""

    now: Set[Row]
    added: Set[Row]
    removed: Set[Row]

    def __contains__(self, row: object) -> bool:
        return row in self.removed or (row in self.now and row not in self.added)

    def __iter__(self) -> Iterator[Row]:
        yield from self.removed
        yield from (row for row in self.now if row not in self.added)

    def __len__(self) -> int:
        return len(self.now) - len(self.added) + len(self.removed)
