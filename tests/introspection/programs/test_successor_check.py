"""Lists of successors against what was read of them."""

from __future__ import annotations

from dataclasses import replace

import introplan as ip
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.selfcheck import contradiction
from introplan.introspection.programs.successor_check import action_in
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.build import add, const


def _reading() -> Reading:
    task = ip.program(
        actions=lambda s: [s + 1, s + 5] if s < 900 else [],
        transition=lambda s, a: a,
        reward=lambda s, a, s2: s2 - s,
        terminal=lambda s, a, s2: s2 == 700,
    ).task(0)
    return read_program_model(task, Budget.of(5))


def test_what_was_read_of_a_list_agrees_with_it() -> None:
    """As it was read, it does."""
    assert contradiction(_reading(), lambda: False) is None


def test_a_successor_that_was_misread_is_found() -> None:
    """Another state in the list, or a place too few."""
    reading = _reading()
    assert reading.operators is not None
    first, *others = reading.operators
    wrong = {var: add(term, const(1)) for var, term in first.effects.items()}

    reading.operators = others
    assert "followed by other states" in str(contradiction(reading, lambda: False))
    reading.operators = [replace(first, effects=wrong), *others]
    assert "followed by other states" in str(contradiction(reading, lambda: False))


def test_rewards_that_were_misread_are_found() -> None:
    """The states are right, what they pay is not."""
    reading = _reading()
    reading.payments = [replace(p, value=3) for p in reading.payments or ()]

    assert "another reward" in str(contradiction(reading, lambda: False))


def test_a_place_of_the_list_is_a_state_where_it_is_taken() -> None:
    """The one that stands there."""
    reading = _reading()
    assert reading.operators is not None

    assert sorted(action_in(reading, o, (7,), 7) for o in reading.operators) == [8, 12]
