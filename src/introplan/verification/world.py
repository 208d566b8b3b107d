"""The world of a replay: one set of true rows, changed in place."""

from __future__ import annotations

from collections.abc import Callable, Set

from introplan.relational.domain import RelationalTask
from introplan.relational.state import Row, row_of
from introplan.verification.derivation import Derivation
from introplan.verification.rows import Transition, TrueRows


class ReplayWorld:
    """The rows that are true at one point of a plan, derived ones included."""

    def __init__(self, task: RelationalTask, check: Callable[[], None]) -> None:
        self.true = TrueRows(map(row_of, task.start.facts))
        self._derivation = Derivation(
            task.domain.derived, task.start.objects, self.true, check=check
        )

    @property
    def known(self) -> Set[Row]:
        """The rows that are true now."""
        return self.true.rows

    def change(self, adds: set[Row], deletes: set[Row], done: Row) -> Transition:
        """Delete, then add, then derive; returns what the action did."""
        true = self.true
        removed, added = (deletes - adds) & true.rows, adds - true.rows
        for row in removed:
            true.remove(row)
        for row in added:
            true.add(row)
        changed = {row[0] for row in (*removed, *added)}
        flipped = self._derivation.update(changed)
        if flipped:
            gained = flipped & true.rows
            added, removed = added | gained, removed | (flipped - gained)
            changed |= {row[0] for row in flipped}
        true.stamp(changed)
        return Transition(true, added, removed, done)
