"""The answers of planners in plain sentences."""

from __future__ import annotations

import pytest

from introplan.planners.result import PlanResult, PlanStatus
from introplan.reporting.answers import found_unproven, headline, kind_of, numbers


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
    """A limit stopped the proof, not the plan."""
    result = PlanResult(("a",), 1.0, PlanStatus.OUT_OF_TIME, 2.5, is_successful=True)

    assert "a plan of cost 2.5 was found" in found_unproven(result)
    assert kind_of(result) == "found"


def test_numbers_are_for_people() -> None:
    """Without rounding errors, and with the cost only where it is not the length."""
    found = dict(numbers(PlanResult(("a",), 3.7999999999999994, PlanStatus.SUCCESS, 1.0)))

    assert found["score"] == "3.8"
    assert "cost" not in found
