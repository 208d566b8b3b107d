"""What a reading knows of itself."""

from __future__ import annotations

from introplan.introspection.programs.reading import BLACK_BOX, NOT_LISTED, Reading, sampled_states
from introplan.introspection.programs.sample import Sample
from introplan.symbolic.refusal import Refused
from read_worlds import read


def test_what_is_refused_twice_is_told_once() -> None:
    """Also where it stands on another line."""
    reading = read()
    for _ in range(2):
        refusal = Refused("PY-LIMIT", "too much of something")
        reading.refuse(refusal, "reward", BLACK_BOX)
    [diagnostic] = reading.diagnostics
    assert diagnostic.consequence == f"reward {BLACK_BOX}"
    assert diagnostic.line > 0


def test_parts_are_asked_for_once() -> None:
    """And what nothing reads is not known."""
    reading = read()
    asked: list[str] = []
    reading.ask = asked.append
    assert reading.clauses is None
    assert reading.clauses is None
    assert reading.end_clauses is None
    assert asked == ["reward", "terminal"]


def test_what_was_read_on_operators_is_only_not_listed() -> None:
    """A part of which nothing is known is a black box."""
    reading = read()
    assert reading.unlisted("reward") == NOT_LISTED
    assert Reading(reading.task, reading.sample).unlisted("reward") == BLACK_BOX


def test_a_state_that_was_sampled_twice_comes_once() -> None:
    """As a state and as what a step leads to."""
    reading = read()
    states = [(0, 0), (1, 0)]
    sample = Sample(states=[*states], transitions=[(states[0], "right", states[1], 0, None)])  # type: ignore[list-item]
    assert sampled_states(Reading(reading.task, sample)) == states
