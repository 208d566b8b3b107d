"""Looks around that led to nothing, kept beside the readings that were needed after them.

A plan begins with a blind look at the states near the start, since small worlds need no more.
Where a look was in vain, and the reading led to a plan, another process need not look as long;
where the test for the end alone led to one (`planners/program_by_end.py`), that is taken again.
Counts of states are those of the whole look, so results are the same.
"""

from __future__ import annotations

from typing import Any

from introplan.introspection.programs.kept_place import Place
from introplan.introspection.programs.remembered import Look


def keep(place: Place, question: tuple[Any, ...], look: Look) -> None:
    """Keep a look, if the reading that helped is kept, or the way that was found without one."""
    if (place.reading or look.way) and kept_look(place, question, look.code) != look:
        found = [look.least, *look.way] if look.way else []
        place.put([look.expanded, look.generated, *found], *_words(question))


def kept_look(place: Place, question: tuple[Any, ...], code: Any) -> Look | None:
    """The look that is kept for a question about the world of a place."""
    match place.get(*_words(question)):
        case [int(expanded), int(generated)] if expanded >= 0 and generated >= 0:
            return Look(code, expanded, generated)
        case [*found] if len(found) > 3 and all(type(n) is int and n >= 0 for n in found):
            expanded, generated, least, *way = found
            return Look(code, expanded, generated, least, tuple(way))
    return None


def _words(question: tuple[Any, ...]) -> tuple[str, ...]:
    return "look", repr(question)
