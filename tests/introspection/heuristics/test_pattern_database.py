"""Pattern databases: exact on the variables they keep, never more than the true distance."""

from __future__ import annotations

from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS
from introplan.introspection.heuristics.pattern_database import (
    PatternDatabases,
    groups,
    neighbours,
)
from introplan.symbolic.terms import build
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import const
from read_worlds import read


def door(s: tuple[int, bool], a: str) -> tuple[int, bool]:
    """A corridor with a key at 2 and a door after 5."""
    x, has_key = s
    if a == "take":
        return (x, has_key or x == 2)
    step = x + (1 if a == "right" else -1)
    if step < 0 or step > 9 or (step == 6 and not has_key):
        return s
    return (step, has_key)


def databases(max_states: int = 1000) -> PatternDatabases:
    """Databases of the corridor, from its middle."""
    reading = read(
        door, lambda s, a, s2: int(s2[0] == 9), start=(4, False), actions=["left", "right", "take"]
    )
    start = dict(zip(reading.order, (4, False), strict=True))
    return PatternDatabases(reading.operators or [], start, lambda: None, max_states)


def test_the_whole_pattern_is_exact_and_a_part_is_a_bound() -> None:
    """With the key in the pattern the way back counts; without it the door is open."""
    made = databases()
    x, key = made.start
    goal = build.equal(x, const(9))
    whole, part = made.build((x, key), goal), made.build((x,), goal)
    assert whole is not None
    assert part is not None
    exact, bound = compiled_one(whole.term, (x, key)), compiled_one(part.term, (x, key))
    assert exact((4, False)) == 2 + 1 + 7
    assert bound((4, False)) == 5
    assert exact((4, True)) == bound((4, True)) == 5


def test_what_cannot_be_reached_is_a_dead_end() -> None:
    """From no state does the corridor lead to 12."""
    made = databases()
    x, key = made.start
    found = made.build((x, key), build.equal(x, const(12)))
    assert found is not None
    assert compiled_one(found.term, (x, key))((4, False)) == UNREACHABLE_STEPS


def test_a_pattern_with_too_many_states_is_given_up() -> None:
    """None, instead of half a table."""
    made = databases(max_states=3)
    x, key = made.start
    assert made.build((x, key), build.equal(x, const(9))) is None


def test_patterns_grow_by_what_decides_about_them() -> None:
    """The key decides whether the position can change."""
    made = databases()
    x, key = made.start
    assert neighbours([x], made.operators) == [key]
    assert groups(build.equal(x, const(9)), made.operators) == [(x,)]
