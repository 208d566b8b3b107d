"""Transport: how far values are from where they must be."""

from __future__ import annotations

import introplan as ip
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


def test_a_blank_that_is_swapped_like_a_tile_does_not_halve_the_distance() -> None:
    """Swapping two cells copies the blank by name; it is the same puzzle as with a 0 written."""
    steps = {"up": -3, "down": 3, "left": -1, "right": 1}

    def slide(board: tuple[int, ...], move: str) -> tuple[int, ...]:
        hole = board.index(0)
        other = hole + steps[move]
        if not 0 <= other < 9 or (move in ("left", "right") and other // 3 != hole // 3):
            return board
        cells = list(board)
        cells[hole], cells[other] = cells[other], cells[hole]
        return tuple(cells)

    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    world = ip.program(
        actions=list(steps),
        transition=slide,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: s2 == goal,
    )
    start = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    far = ip.introspect(world.task(start), budget=3.0).heuristic

    assert far is not None
    assert 20 <= far(start) <= 31  # 21 by the ways of the tiles, 31 in truth
