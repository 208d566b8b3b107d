"""Texts about what was read."""

from __future__ import annotations

from typing import Any

from introplan.introspection.programs.words import Words, domain_text
from introplan.symbolic.constraints.interval import EVERYTHING, OneOf, Range
from introplan.symbolic.terms.naming import names_of
from read_worlds import SIDE, corner_reward, grid_move, read


def _corner(s: Any, a: str, s2: Any) -> bool:
    return bool(s2 == (SIDE - 1, SIDE - 1)) or bool(s2[0] == 5)


def test_ends_say_what_they_pay() -> None:
    """Each end with its reward, and no reward that excludes it."""
    words = Words(read(terminal=_corner), names_of((grid_move, corner_reward, _corner)))
    assert [end.sentence([]) for end in words.ends()] == [
        "over, paying 10 if x' == 11 and y' == 11",
        "over, paying -1 if x' == 5",
    ]
    assert {path.value for path in words.reward_paths()} == {"10", "-1"}
    assert [variable.domain for variable in words.variables()] == ["0..11", "0..11"]
    assert words.immutable() == ()


def test_domains_in_words() -> None:
    """Ranges with and without ends, and lists of values."""
    assert domain_text(EVERYTHING) == "any whole number"
    assert domain_text(Range(0, EVERYTHING.high)) == "0 or more"
    assert domain_text(OneOf(("a", "b"))) == "{'a', 'b'}"
    assert domain_text(None) == "anything"
