"""Patterns: which variables can make a difference."""

from __future__ import annotations

from introplan.introspection.returns.cases import cases_of
from introplan.introspection.returns.patterns import Patterns
from read_worlds import read
from value_worlds import UNKNOWN, unlimited


def test_a_counter_that_nothing_asks_for_is_forgotten() -> None:
    """The clock runs, but neither reward nor moves depend on it; speed does matter for x."""
    reading = read(
        lambda s, a: (s[0] + s[1], max(-2, min(2, s[1] + a)), s[2] + 1),
        lambda s, a, s2: 1 if s2[0] == 9 else 0,
        start=(0, 0, 0),
        actions=[1, -1],
    )
    model = cases_of(reading, UNKNOWN, unlimited)
    x, speed, _ = reading.order
    patterns = Patterns(model, reading.order, reading.box)
    assert patterns.relevant() == (x, speed)
    assert patterns.cone([x]) == {x, speed}
    assert patterns.cone([speed]) == {speed}
    assert patterns.is_bounded([speed])
    assert not patterns.is_bounded([x, speed])
    assert patterns.size([speed]) == 5
    assert patterns.in_order([speed, x]) == (x, speed)
