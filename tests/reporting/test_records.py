"""The JSON objects of results."""

from __future__ import annotations

import json
import math

from introplan.planners.result import PlanResult, PlanStatus
from introplan.reporting.records import result_record


def test_numbers_keep_their_precision_and_whole_ones_lose_their_point() -> None:
    """Scripts compare them with their own sums."""
    result = PlanResult(("a",), 3.7999999999999994, PlanStatus.SUCCESS, 2.0, method="uct")
    record = result_record(result)

    assert (record["score"], record["method"]) == (3.7999999999999994, "uct")
    assert json.dumps(record["cost"]) == "2"


def test_a_bound_is_a_number_unknown_or_infinite() -> None:
    """JSON has no infinity."""
    bounds = [
        result_record(PlanResult(None, 0.0, PlanStatus.INCOMPLETE, bound=bound))["bound"]
        for bound in (None, 2.0, math.inf)
    ]
    assert json.dumps(bounds) == '[null, 2, "inf"]'
