"""The answers of planners in plain sentences."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from introplan.planners.result import PlanResult, PlanStatus
from introplan.reporting.answers import (
    found_unproven,
    headline,
    kind_of,
    numbers,
    progress_text,
)


@pytest.mark.parametrize(
    ("result", "sentence", "kind"),
    [
        (PlanResult(("a",), 1.0, PlanStatus.SUCCESS), "A plan was found.", "found"),
        (PlanResult((), 1.0, PlanStatus.SUCCESS), "Nothing has to be done.", "found"),
        (PlanResult(None, 0.0, PlanStatus.UNSOLVABLE), "Proven: there is no plan.", "unsolvable"),
        (
            PlanResult(("a",), 1.0, PlanStatus.HORIZON),
            "The horizon is reached: this is the best plan that was found.",
            "horizon",
        ),
        (
            PlanResult(None, 0.0, PlanStatus.OUT_OF_TIME),
            "No plan was found, and nothing is proven: time was up.",
            "unknown",
        ),
    ],
)
def test_each_answer_has_its_sentence(result: PlanResult, sentence: str, kind: str) -> None:
    """A plan, a proof that there is none, or neither."""
    assert (headline(result), kind_of(result)) == (sentence, kind)


def test_a_plan_without_its_proof_is_a_plan() -> None:
    """A limit stopped the proof, not the plan; the words are those of what was asked."""
    result = PlanResult(("a",), 1.0, PlanStatus.OUT_OF_TIME, 2.5, is_successful=True, bound=3.0)

    assert kind_of(result) == "found"
    assert found_unproven(result) == (
        "a plan was found with score 1 of at most 3; whether it is optimal is not proven"
    )
    assert found_unproven(replace(result, mode="shortest")) == (
        "a plan of cost 2.5 was found; whether it is the shortest is not proven"
    )
    assert headline(result).endswith("is not proven: time was up.")


def test_an_end_that_is_no_success_is_an_answer_with_a_score() -> None:
    """How good it is stands in the sentence."""
    result = PlanResult(("a",), 7.0, PlanStatus.ENDED, bound=9.0)

    assert headline(result) == "A plan was found: the episode ends with score 7 of at most 9."
    assert kind_of(result) == "found"


def test_a_plan_that_goes_on_does_not_speak_of_a_horizon() -> None:
    """A loop that is never left has none; what is proven is said in both cases."""
    result = PlanResult(("a",), 7.0, PlanStatus.HORIZON, goes_on=True, bound=7.0)

    assert headline(result) == "The episode goes on without end: no plan scores more."
    proven = replace(result, goes_on=False, proved_optimal=True)
    assert headline(proven) == "The horizon is reached: no plan scores more, which is proven."
    assert headline(replace(result, plan=None)) == "The episode goes on without end."


def test_progress_shows_the_gap_until_it_is_closed() -> None:
    """An infinite one and one that is not known are no numbers."""
    result = PlanResult(("a",), 7.0, PlanStatus.ENDED, 1.0, bound=9.5)

    assert progress_text(result) == "score 7 of at most 9.5 (gap 2.5), cost 1"
    assert progress_text(replace(result, bound=7.0)) == "score 7, which no plan exceeds, cost 1"
    assert progress_text(replace(result, bound=None)) == "score 7, cost 1"
    endless = progress_text(replace(result, bound=math.inf))
    assert endless == "score 7, no bound: a loop pays without end, cost 1"


def test_numbers_have_the_bound_and_what_is_proven() -> None:
    """The words are those of the terminal."""
    result = PlanResult(("a",), 7.0, PlanStatus.ENDED, 1.0, bound=7.0, proved_optimal=True)
    found = dict(numbers(replace(result, proved_shortest=True)))

    assert found["score"] == "7, which no plan exceeds"
    assert (found["optimal"], found["shortest"]) == ("proved", "proved")


def test_numbers_are_for_people() -> None:
    """Without rounding errors, and with the cost only where it is not the length."""
    found = dict(numbers(PlanResult(("a",), 3.7999999999999994, PlanStatus.SUCCESS, 1.0)))

    assert found["score"] == "3.8"
    assert "cost" not in found
