"""Step bounds: admissible, consistent, and as large as step sizes allow."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from introplan.introspection.heuristics import step_bounds
from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS
from introplan.introspection.heuristics.step_bounds import StepBounds
from introplan.symbolic.constraints.interval import OneOf, Range
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Sort, Table, Term, Var, const
from read_worlds import SIDE, read


def test_two_coordinates_add_up_to_the_manhattan_distance() -> None:
    """No action moves both, so their bounds may be added."""
    reading = read()
    x, y = reading.order
    goal = build.conjoin([build.equal(x, const(SIDE - 1)), build.equal(y, const(2))])
    bound = StepBounds(reading.operators or [], reading.box).of(goal)
    distance = compiled_one(bound.term, reading.order)
    for a in range(SIDE):
        for b in range(SIDE):
            assert distance((a, b)) == SIDE - 1 - a + abs(b - 2)
    assert max(bound.drops) == 1


def test_a_diagonal_step_counts_for_both() -> None:
    """Chebyshev: the larger of the two gaps."""
    reading = read(
        lambda s, a: (min(30, s[0] + a), min(30, s[1] + a)),
        lambda s, a, s2: int(s2[0] == 30),
        actions=[1],
    )
    goal = build.conjoin([build.equal(var, const(30)) for var in reading.order])
    bound = StepBounds(reading.operators or [], reading.box).of(goal)
    assert compiled_one(bound.term, reading.order)((10, 25)) == 20


def test_long_steps_divide_the_gap() -> None:
    """Steps of up to 3 over a gap of 10: at least 4 of them."""
    reading = read(
        lambda s, a: min(50, s + a), lambda s, a, s2: int(s2 == 50), start=0, actions=[1, 2, 3]
    )
    goal = build.equal(reading.order[0], const(50))
    bound = StepBounds(reading.operators or [], reading.box).of(goal)
    assert compiled_one(bound.term, reading.order)((40,)) == 4


def test_what_no_step_brings_closer_is_unreachable() -> None:
    """Numbers only grow: nothing below is ever reached again."""
    reading = read(
        lambda s, a: min(50, s + a), lambda s, a, s2: int(s2 == 50), start=0, actions=[1, 2]
    )
    goal = build.equal(reading.order[0], const(5))
    bound = StepBounds(reading.operators or [], reading.box).of(goal)
    assert compiled_one(bound.term, reading.order)((9,)) >= UNREACHABLE_STEPS


def test_what_alternatives_have_in_common_is_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ways to an end mostly differ in one condition of many."""
    reading = read()
    x, y = reading.order
    derived: Counter[Term] = Counter()
    simple = StepBounds._simple

    def counted(self: StepBounds, condition: Term) -> object:
        derived[condition] += 1
        return simple(self, condition)

    monkeypatch.setattr(StepBounds, "_simple", counted)
    builder = StepBounds(reading.operators or [], reading.box)
    for place in range(5):
        builder.of(build.conjoin([build.equal(x, const(place)), build.equal(y, const(2))]))
    assert set(derived.values()) == {1}
    assert len(derived) == 6


@pytest.mark.parametrize("seed", range(20))
def test_sums_of_tables_of_one_variable_have_exact_bounds(seed: int) -> None:
    """Variable by variable the same as by trying all of their values together."""
    rng = random.Random(seed)
    a, b = Var("a", Sort.INT), Var("b", Sort.INT)
    box: dict[Var, Range | OneOf] = {a: Range(0, 4), b: OneOf((2, 3, 7))}
    parts = []
    for spoken in (a, b, a):
        table = Table({i: rng.randint(-9, 9) for i in range(5)}, default=rng.randint(-9, 9))
        parts.append((build.lookup(table, (spoken,)), rng.choice([-2, 1])))
    change = build.add(build.combine(*parts), const(3))
    tried = [compiled_one(change, (a, b))((i, j)) for i in box[a] for j in box[b]]
    assert step_bounds._by_variable(change, box) == (min(tried), max(tried))
