"""What a planner may be asked for besides a plan, and complaints about what is no such question.

Functions that take a dozen options are called with the wrong type sooner or later. Each option is
checked where `plan` begins, so that the answer is one sentence about that option instead of an
error from deep inside a search.
"""

from __future__ import annotations

import math

from introplan.errors import UsageError
from introplan.limits import Limits, Meter

SHORTEST_NEEDS_END = (
    "shortest needs something that ends the episode; optimal asks for the best score"
)

MAX_SHOWN_CHARACTERS = 80
"""Of a wrong value: enough to recognise it on one line."""


def mode_named(*, optimal: object, shortest: object, improve: object) -> str:
    """The one mode that is asked for: "optimal", "shortest" or "improve"; empty for none.

    >>> mode_named(optimal=True, shortest=False, improve=None)
    'optimal'
    """
    for name, value in (("optimal", optimal), ("shortest", shortest)):
        if not isinstance(value, bool):
            raise UsageError(f"{name} is True or False, got {_shown(value)}")
    if improve is not None and not _is_amount(improve):
        raise UsageError(f"improve is a number of seconds, not {_shown(improve)}")
    asked = {"optimal": optimal, "shortest": shortest, "improve": improve is not None}
    modes = [name for name, is_asked in asked.items() if is_asked]
    if len(modes) > 1:
        raise UsageError(f"{' and '.join(modes)} exclude each other; ask for one of them")
    return "".join(modes)


def check_limits(limits: object, meter: object = None) -> None:
    """Raise `UsageError` for limits, or a meter, of another type."""
    if limits is not None and not isinstance(limits, Limits):
        example = "Limits(seconds=10), Limits(nodes=1000)"
        raise UsageError(f"limits are written like {example}; got {_shown(limits)}")
    if meter is not None and not isinstance(meter, Meter):
        raise UsageError(f"a meter is written Meter(Limits(...)); got {_shown(meter)}")


def check_seed(seed: object) -> None:
    """Raise `UsageError` unless the seed is a whole number."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise UsageError(f"the seed is a whole number, got {_shown(seed)}")


def check_budget_seconds(budget: object, *, may_be_left_out: bool = False) -> None:
    """Raise `UsageError` unless the budget of an introspection is a number of seconds."""
    if budget is None and may_be_left_out:
        return
    if not _is_amount(budget, limit=math.inf):
        raise UsageError(f"budget is a number of seconds, not {_shown(budget)}")


def check_listener(tell: object) -> None:
    """Raise `UsageError` unless `tell` can be called with a result."""
    if tell is not None and not callable(tell):
        raise UsageError(f"tell is a function of a result, got {_shown(tell)}")


def _is_amount(value: object, *, limit: float = 0.0) -> bool:
    """Is it a number from 0 on? Infinity is one where `limit` is infinite."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < math.inf or value == limit == math.inf


def _shown(value: object) -> str:
    return f"{value!r:.{MAX_SHOWN_CHARACTERS}}"
