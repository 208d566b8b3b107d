"""The decisions of one run."""

from __future__ import annotations

import pytest

from introplan.programs.scripts import NotListedError, Script


def test_the_first_option_is_taken_and_the_others_wait() -> None:
    """Those without weight are never taken; decisions that are given are followed."""
    script = Script([])
    assert script.choose([0, 1, 3]) == 1
    assert script.waiting == [[2]]
    assert script.probability == 0.25
    again = Script([2])
    assert again.choose([0, 1, 3]) == 2
    assert again.waiting == []
    assert again.probability == 0.75


def test_a_refusal_is_remembered() -> None:
    """Although the function that draws may catch it."""
    script = Script([])
    with pytest.raises(NotListedError, match="cards"):
        script.refuse("cards")
    assert script.refused == "cards"
