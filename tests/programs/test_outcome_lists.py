"""What `outcomes` may answer."""

from __future__ import annotations

from typing import Any

import pytest

from introplan.errors import ModelError
from introplan.mdp import NotAllowedError
from introplan.programs.outcome_lists import weighted


def outcomes(state: Any, action: Any) -> Any:
    """The function that is blamed."""


def test_lists_tuples_generators_and_dictionaries_are_read() -> None:
    """With rewards and ends, and without; what has probability 0 is left out."""
    assert weighted(outcomes, [(0.5, "a"), (0.5, "b")]) == [(0.5, ("a",)), (0.5, ("b",))]
    assert weighted(outcomes, ((p, s) for p, s in [(1, "a"), (0, "b")])) == [(1, ("a",))]
    assert weighted(outcomes, {"a": 0.25, "b": 0.75}) == [(0.25, ("a",)), (0.75, ("b",))]
    assert weighted(outcomes, [[1.0, "a", 2, True]]) == [(1.0, ("a", 2, True))]
    third = weighted(outcomes, [(0.3333333, "a"), (0.6666666, "b")])
    assert sum(p for p, _ in third) == pytest.approx(1, abs=1e-15)


def test_states_that_are_numbers_are_no_probabilities() -> None:
    """Where both columns add up to 1 the first one counts."""
    assert weighted(outcomes, [(0.5, 0.25), (0.5, 0.75)]) == [(0.5, (0.25,)), (0.5, (0.75,))]
    assert weighted(outcomes, [(1.0, 1.0)]) == [(1.0, (1.0,))]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ([("a", 0.5), ("b", 0.5)], "must put probabilities first"),
        ([(3, 0.25), (4, 0.75)], "must put probabilities first"),
        ([(0.5, "a")], "add up to 1, got 0.5"),
        ([(2, "a"), (-1, "b")], "must return probabilities, got -1"),
        ([("x", "a")], "must return probabilities, got 'x'"),
        (7, "or a dictionary of states"),
        ([(1,)], "must return a list of"),
    ],
)
def test_what_is_wrong_is_said(answer: Any, text: str) -> None:
    """With what would be right."""
    with pytest.raises(ModelError, match=text):
        weighted(outcomes, answer)


def test_nothing_means_not_allowed() -> None:
    """None, and an empty list."""
    answers: list[Any] = [None, [], {}]
    for answer in answers:
        with pytest.raises(NotAllowedError):
            weighted(outcomes, answer)
