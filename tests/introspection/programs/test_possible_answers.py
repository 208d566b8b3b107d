"""The numbers that a reward names."""

from __future__ import annotations

from introplan.introspection.programs.possible_answers import possible_answers


def paid_in_words(s: int, a: int, s2: int) -> int:
    """Two literals and a sum."""
    bonus = 2 if s else 3
    return 10 + bonus if s2 > s else -1


def test_answers_are_read_off_the_source() -> None:
    """Constants, choices between them and their sums, whatever the conditions are."""
    assert possible_answers(paid_in_words) == {12, 13, -1}
    assert possible_answers(lambda s, a, s2: s2) is None
