"""Inductive invariants: parts that never coincide."""

from __future__ import annotations

from introplan.symbolic.terms.render import text_of
from read_worlds import read

ACTIONS = [(0, 0), (0, 1), (1, 0), (1, 1)]
State = tuple[tuple[int, int], tuple[int, int]]


def moved(s: State, a: tuple[int, int]) -> State:
    """One of the two walkers goes one cell to the right or up."""
    (x, y), (u, v) = s
    who, up = a
    if who == 0:
        return ((x, (y + 1) % 40), (u, v)) if up else (((x + 1) % 40, y), (u, v))
    return ((x, y), (u, (v + 1) % 40)) if up else ((x, y), ((u + 1) % 40, v))


def careful(s: State, a: tuple[int, int]) -> State:
    """The walkers do not step on each other."""
    one, two = moved(s, a)
    return s if one == two else (one, two)


def reward(s: State, a: tuple[int, int], s2: State) -> int:
    """Pays at the top."""
    return int(s2[0][1] == 39)


def test_walkers_that_avoid_each_other_never_meet() -> None:
    """Guessed from samples and proved by induction over the operators."""
    found = read(careful, reward, start=((0, 0), (20, 20)), actions=ACTIONS).meetings
    assert [text_of(m) for m in found] == ["s[0][0] == s[1][0] and s[0][1] == s[1][1]"]


def test_a_guess_that_is_not_inductive_is_dropped() -> None:
    """No sample shows the meeting, but an operator leads there."""
    assert read(moved, reward, start=((0, 0), (20, 20)), actions=ACTIONS).meetings == []
