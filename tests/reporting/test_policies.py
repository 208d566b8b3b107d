"""Policies as JSON."""

from __future__ import annotations

import json

import introplan as ip
from introplan.reporting.policies import evaluation_record, policy_record


def test_records_are_json_even_where_numbers_are_infinite() -> None:
    """An infinite bound is "inf", as everywhere; what is no number is null."""
    digging = ip.program(actions=["dig"], outcomes=lambda s, a: [(1.0, s, 1.0, False)]).task(0)
    result = ip.policy(digging)
    record = json.loads(json.dumps(policy_record(result, result.explain(0).options)))

    assert (record["value"], record["bound"], record["proved_optimal"]) == ("inf", "inf", False)
    assert record["start"] == [{"action": "dig", "value": "inf"}]
    judged = evaluation_record(ip.evaluate(digging, result, runs=1))
    assert json.loads(json.dumps(judged))["interval"] == ["-inf", "inf"]
