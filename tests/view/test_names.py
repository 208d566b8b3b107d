"""What names say about things."""

from __future__ import annotations

import pytest

from introplan.view.names import role_of


@pytest.mark.parametrize(
    ("name", "sign"),
    [("walls", "#"), ("boxes", "$"), ("_agent_location", "@"), ("goal_pos", "o"), ("time", None)],
)
def test_names_say_what_a_thing_is(name: str, sign: str | None) -> None:
    """In the plural, too, and within longer names."""
    assert role_of(name) == sign
