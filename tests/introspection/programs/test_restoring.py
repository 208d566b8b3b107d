"""Readings from lists, right ones and wrong ones."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from typing import Any

import pytest

from introplan.introspection.programs.restoring import reading_from
from introplan.introspection.programs.storing import stored_reading
from introplan.mdp import Status
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.stored import NotStorable, References
from read_worlds import read

REFERENCES = References((Status,))


def test_what_was_stored_comes_back() -> None:
    """Ranges, operators and payments, of variables of their own."""
    reading = read()
    stored = stored_reading(reading, REFERENCES)
    again = reading_from(stored, reading.task, reading.sample, REFERENCES)
    assert again.rows == reading.rows
    assert [str(d) for d in again.box.values()] == [str(d) for d in reading.box.values()]
    assert not set(again.order) & set(reading.order)
    assert again.operators is not None
    assert reading.operators is not None
    for new, old in zip(again.operators, reading.operators, strict=True):
        assert new.action is old.action
        assert [text_of(t) for t in new.effects.values()] == [
            text_of(t) for t in old.effects.values()
        ]


def _spoilt(rng: random.Random, stored: Any) -> Any:
    """The same with one thing in it replaced."""
    spoilt = copy.deepcopy(stored)
    place = spoilt
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = rng.choice(list(keys))
        below = place[key]
        if isinstance(below, dict | list) and below and rng.random() < 0.9:
            place = below
            continue
        place[key] = rng.choice([None, -1, 0, 3, 10**6, "x", [], {}, [0], ["leaf", 0], 1.5, True])
        return spoilt


@pytest.mark.parametrize("seed", range(150))
def test_whatever_the_lists_are_the_answer_is_a_reading_or_a_refusal(seed: int) -> None:
    """No other exception comes out, and nothing is called that stands in them."""
    reading = read()
    stored = json.loads(json.dumps(stored_reading(reading, REFERENCES)))
    spoilt = _spoilt(random.Random(seed), stored)
    with contextlib.suppress(NotStorable):
        reading_from(spoilt, reading.task, reading.sample, REFERENCES)
