"""Surroundings: what else steps read where they move things, as far as it can come about."""

from __future__ import annotations

from typing import Any

from introplan.introspection.heuristics import surroundings
from introplan.introspection.heuristics.surroundings import around_of, projected, reached
from introplan.introspection.heuristics.tokens import moving_tokens
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Sort, Term, Var, const
from read_worlds import read

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ROOM = ("#######", "#  #  #", "#     #", "#     #", "#######")
WALLS = frozenset(
    (r, c) for r, row in enumerate(ROOM) for c, mark in enumerate(row) if mark == "#"
)
FLOOR = {(r, c) for r in range(5) for c in range(7)} - WALLS
START: Any = ((3, 1), frozenset({(2, 2)}))


def push(state: Any, move: str) -> Any:
    """Sokoban with a pillar in the room."""
    (row, column), boxes = state
    down, right = STEPS[move]
    new, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
    if new in WALLS:
        return None
    if new in boxes:
        if beyond in WALLS or beyond in boxes:
            return None
        boxes = (boxes - {new}) | {beyond}
    return new, boxes


def _read() -> Reading:
    return read(push, lambda s, a, s2: int((2, 4) in s2[1]), start=START, actions=list(STEPS))


def _start(reading: Reading) -> dict[Var, Any]:
    assert reading.read is not None
    return dict(zip(reading.order, reading.read(START), strict=True))


def test_a_worker_gets_everywhere_but_into_walls() -> None:
    """Though the ranges of rows and columns hold the pillar; wherever the boxes are."""
    reading = _read()
    cells = {var for var in reading.order if var.sort is Sort.BOOL}
    found = reached(reading.operators or [], cells, _start(reading), lambda: None)
    assert found is not None
    assert set(found[1]) == FLOOR
    assert set(projected(found[0][:1], found) or ()) == {(1,), (2,), (3,)}
    assert projected(found[0], None) is None
    assert all(set(around_of(o, cells)) <= set(found[0]) for o in reading.operators or ())


def test_more_surroundings_than_are_looked_at_are_none(monkeypatch: Any) -> None:
    """Then each step is looked at in all values of what it reads."""
    monkeypatch.setattr(surroundings, "MAX_SURROUNDINGS", 5)
    reading = _read()
    cells = {var for var in reading.order if var.sort is Sort.BOOL}
    assert reached(reading.operators or [], cells, _start(reading), lambda: None) is None


def test_nothing_is_pushed_away_from_a_wall() -> None:
    """A box beside the pillar's foot could be pushed down only by a worker inside the pillar."""
    reading = _read()
    (goal,) = [var for var in reading.order if var.name == "(3, 3) in s[1]"]
    bound = moving_tokens(goal, reading.operators or [], _start(reading), lambda: None)
    assert bound is not None
    assert reading.read is not None
    far = compiled_one(bound.term, tuple(reading.order))
    lost = far(reading.read(((3, 1), frozenset({(2, 3)}))))
    assert lost == 3, "to a side, down, and back"


def test_what_is_resolved_is_what_is_substituted() -> None:
    """Only sooner: branches that are not taken are not looked at."""
    x, p, q = Var("x", Sort.INT), Var("p", Sort.BOOL), Var("q", Sort.BOOL)
    is_two = build.equal(x, const(2))
    made: list[Term] = [
        is_two,
        build.negate(is_two),
        build.conjoin([p, is_two]),
        build.disjoin([p, is_two, q]),
        build.choose(is_two, p, q),
        build.choose(p, build.choose(is_two, q, p), q),
        build.equal(build.choose(is_two, x, const(7)), const(2)),
    ]
    for value in (2, 3):
        known = {x: const(value)}
        for term in made:
            assert surroundings.resolved(term, known) is substituted(term, known)
