"""Whose line it was: the user's, Python's own, or ours."""

from __future__ import annotations

import inspect
import json

import pytest

import introplan as ip
from introplan.programs.places import Place, place_of_error, place_of_frame


def test_an_error_in_the_users_code_has_its_line() -> None:
    """Also where Python's own library raised it on the user's behalf."""

    def model() -> object:
        return json.loads("{")

    with pytest.raises(ValueError, match="Expecting") as caught:
        model()
    place = place_of_error(caught.value)

    assert place is not None
    assert (place.file, place.function.rpartition(".")[2]) == (__file__, "model")
    assert str(place) == f"{__file__}:{model.__code__.co_firstlineno + 1}"


def test_an_error_of_ours_has_no_line_of_the_users() -> None:
    """Though the user's line called us."""
    with pytest.raises(ip.UsageError) as caught:
        ip.sample("no-such-domain")

    assert place_of_error(caught.value) is None


def test_a_frame_of_the_users_is_found() -> None:
    """The line that is being run; without a frame there is none."""
    frame = inspect.currentframe()
    found = place_of_frame(frame)

    assert isinstance(found, Place)
    assert found.file == __file__
    assert place_of_frame(None) is None
