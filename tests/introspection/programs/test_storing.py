"""Readings as lists; that they come back as they were is in `test_kept_models.py`."""

from __future__ import annotations

import json

import pytest

from introplan.introspection.programs.storing import stored_reading
from introplan.mdp import Status
from introplan.symbolic.terms.stored import NotStorable, References
from read_worlds import read


def test_a_reading_becomes_plain_json() -> None:
    """Nothing in it has a class; what is shared is written once."""
    reading = read()
    stored = stored_reading(reading, References((Status,)))
    assert json.loads(json.dumps(stored)) == stored
    assert reading.operators is not None
    assert len(stored["operators"]) == len(reading.operators)
    assert len(stored["all_actions"]) == 4
    assert len(stored["boxes"]) < 20


def test_actions_that_cannot_be_told_again_are_not_stored() -> None:
    """An object that a function of the state makes."""
    reading = read()
    reading.offers = [(object(), ())]
    with pytest.raises(NotStorable):
        stored_reading(reading, References((Status,)))
