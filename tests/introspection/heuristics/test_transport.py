"""Transport: how far values are from where they must be."""

from __future__ import annotations

from introplan.introspection.heuristics.transport import travelling
from introplan.symbolic.terms import build
from introplan.symbolic.terms.term import const
from read_worlds import read


def swap(s: tuple[str, ...], a: int) -> tuple[str, ...]:
    """Two neighbours change places."""
    cells = list(s)
    cells[a], cells[a + 1] = cells[a + 1], cells[a]
    return tuple(cells)


def test_letters_travel_from_place_to_place() -> None:
    """Every swap moves two letters by one place: the sum is divided by two."""
    reading = read(
        swap, lambda s, a, s2: int(s2[0] == "d"), start=("a", "b", "c", "d"), actions=[0, 1, 2]
    )
    goal = [build.equal(v, const(x)) for v, x in zip(reading.order, "dbca", strict=True)]
    found = travelling(goal, reading.operators or [], lambda term, operator: 2)
    assert found is not None
    _, drops = found
    assert drops == (1, 1, 1)
    assert travelling(goal[:1], reading.operators or [], lambda term, operator: 2) is None
