"""What is known of blind looks around, for the same question about the same world.

A plan begins with a blind look, since small worlds need no more (`program_sweep.py`). Where that
led to nothing, in this process or in another one, the same question does not begin with it again;
the states that were seen then are counted in its answer, so the same question has the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.limits import Meter
from introplan.programs.program import ProgramTask

if TYPE_CHECKING:
    from introplan.introspection.programs import kept_looks, kept_place, remembered
    from introplan.introspection.programs.kept_place import Place
    from introplan.introspection.programs.remembered import Look
    from introplan.planners.program_by_end import Found
else:  # many a search is over before
    kept_looks, kept_place, remembered = (
        deferred(f"introplan.introspection.programs.{name}")
        for name in ("kept_looks", "kept_place", "remembered")
    )


@dataclass(slots=True)
class KnownLooks:
    """The looks of one question; `needs_success` and `optimal` are what is asked for."""

    task: ProgramTask
    meter: Meter
    needs_success: bool
    optimal: bool
    place: Place | None = None
    """Where readings of the task are kept, once that was asked for."""
    known: Look | None = None
    """The look that was of no use, if one is known."""

    @property
    def _code(self) -> Any:
        return getattr(self.task.program.transition, "__code__", None)

    @property
    def _question(self) -> tuple[Any, ...]:
        """What an answer depends on besides the world."""
        return self.needs_success, self.meter.limits, self.meter.allows_native

    @property
    def _is_asked(self) -> bool:
        return not self.optimal and self.meter.limits.nodes is None

    def was_seen(self) -> bool:
        """Was such a look made in this process? Quicker to ask than for one of another."""
        if not self._is_asked or not remembered.may_know_look(self._code):
            return False
        self.place = place = kept_place.place_of(self.task)
        if place is not None:
            self.known = remembered.known_look((*place.question, *self._question))
        if self.known is not None:
            self.meter.expanded += self.known.expanded
            self.meter.generated += self.known.generated
        return self.known is not None

    def was_in_vain(self, expanded: int, generated: int) -> bool:
        """The same of a look in another process; it began with these counts."""
        if not self._is_asked:
            return False
        self.place = place = self.place or kept_place.place_of(self.task)
        if place is not None:
            self.known = kept_looks.kept_look(place, self._question, self._code)
        if self.known is not None:
            self.meter.expanded = expanded + self.known.expanded
            self.meter.generated = generated + self.known.generated
        return self.known is not None

    def note(self, place: Place | None, counts: tuple[int, int], found: Found | None) -> None:
        """Keep in mind what a look and the search after it expanded and generated, and `found`."""
        if place is not None and not self.optimal:
            way = () if found is None else found.places(self.task)
            look = remembered.Look(self._code, *counts, found.least if way and found else 0, way)
            remembered.note_look((*place.question, *self._question), look)
            kept_looks.keep(place, self._question, look)
