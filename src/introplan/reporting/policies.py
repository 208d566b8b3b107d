"""Policies and their evaluation as JSON objects."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from introplan.mdp import action_text
from introplan.planners.chance.result import Option, PolicyResult
from introplan.reporting.words import json_number
from introplan.verification.policies import Evaluation


def policy_record(found: PolicyResult, options: Sequence[Option]) -> dict[str, Any]:
    """What is known of a policy, and what actions of the start are worth."""
    return {
        "value": _number(found.value),
        "bound": None if found.bound is None else _number(found.bound),
        "interval": [_number(end) for end in found.interval],
        "method": found.method,
        "proved_optimal": found.proved_optimal,
        "verified": found.verified,
        "states": found.states,
        "seconds": found.seconds,
        "start": [
            {"action": action_text(option.action), "value": _number(option.value)}
            for option in options
        ],
        "notes": list(found.notes),
    }


def evaluation_record(judged: Evaluation) -> dict[str, Any]:
    """What the judge says of a policy."""
    return {
        "value": _number(judged.value),
        "interval": [_number(end) for end in judged.interval],
        "runs": judged.runs,
        "exact": judged.exact,
        "notes": list(judged.notes),
    }


def _number(value: float) -> float | str | None:
    """A number for JSON, which has neither infinity nor what is no number."""
    if math.isnan(value):
        return None
    return str(value) if math.isinf(value) else json_number(value)
