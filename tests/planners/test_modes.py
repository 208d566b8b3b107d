"""What `plan` may be asked for; anything else is one sentence about the option."""

from __future__ import annotations

import math
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.limits import Limits, Meter
from introplan.planners.modes import check_budget_seconds, check_limits, mode_named


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"limits": 3}, "limits are written like Limits(seconds=10), Limits(nodes=1000); got 3"),
        ({"limits": {"seconds": 1}}, "limits are written like"),
        ({"meter": Limits()}, "a meter is written Meter(Limits(...))"),
        ({"optimal": "yes"}, "optimal is True or False, got 'yes'"),
        ({"shortest": 1}, "shortest is True or False, got 1"),
        ({"improve": "soon"}, "improve is a number of seconds, not 'soon'"),
        ({"improve": True}, "improve is a number of seconds, not True"),
        ({"improve": -1}, "improve is a number of seconds, not -1"),
        ({"improve": math.inf}, "improve is a number of seconds, not inf"),
        ({"optimal": True, "shortest": True}, "optimal and shortest exclude each other"),
        ({"shortest": True, "improve": 1.0}, "shortest and improve exclude each other"),
        ({"seed": "x"}, "the seed is a whole number, got 'x'"),
        ({"improve": 1.0, "tell": "me"}, "tell is a function of a result, got 'me'"),
        ({"planner": 3}, "a planner goes by its name, got 3"),
        ({"engine": 3}, "unknown engine 3"),
    ],
)
def test_an_option_of_the_wrong_type_is_one_sentence(
    options: dict[str, Any], complaint: str
) -> None:
    """It names the option and what would be right."""
    task = ip.sample("bins", bins=1, items=1, seed=1)
    with pytest.raises(UsageError) as error:
        ip.plan(task, **options)

    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_budgets_and_limits_of_other_functions_are_checked_as_well() -> None:
    """`introspect` and `certify` take the same things."""
    task = ip.sample("grid", distance=2, seed=1)
    with pytest.raises(UsageError, match="budget is a number of seconds, not 'long'"):
        ip.introspect(task, budget="long")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="limits are written like"):
        ip.certify(task, limits=5)  # type: ignore[arg-type]
    check_budget_seconds(math.inf)
    check_limits(Limits(), Meter())


def test_the_mode_is_the_one_asked_for() -> None:
    """None of them is the ordinary case; improving for 0 seconds is one."""
    assert mode_named(optimal=False, shortest=False, improve=None) == ""
    assert mode_named(optimal=False, shortest=True, improve=None) == "shortest"
    assert mode_named(optimal=False, shortest=False, improve=0) == "improve"
