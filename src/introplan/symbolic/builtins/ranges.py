"""`range`, also with ends that depend on the state.

Its length is then unknown: every number that it may have is an item with a condition
(`Listing`), so that a loop over it is one over a list of which some items are missing.
"""

from __future__ import annotations

import math

from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.listings import Guarded
from introplan.symbolic.interpreter.values import (
    Listing,
    Value,
    as_term,
    is_concrete,
    is_number,
    plain_number,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Const, Term

MAX_RANGE_LENGTH = 64
"""Numbers that a range with unknown ends may have: each is an item with a condition, and a loop
over it runs its body for each of them."""


def make_range(run: Execution, /, *ends: Value) -> Value:
    """range(stop), range(start, stop) and range(start, stop, step)"""
    if all(map(is_concrete, ends)):
        return call_python(range, *ends)
    start, stop = (0, *ends) if len(ends) == 1 else ends[:2]
    step = plain_number(ends[2]) if len(ends) == 3 else 1
    if len(ends) > 3 or not is_concrete(step) or not all(map(is_number, (start, stop, step))):
        raise Refused("PY-CALL", "a range whose step depends on the state", "use a fixed step")
    if step == 0:
        raise Raised(ValueError)
    return _range_between(run, as_term(start), as_term(stop), int(step))


def _range_between(run: Execution, start: Term, stop: Term, step: int) -> Value:
    """A range of unknown length: every number that it may have, each with a condition."""
    first, last = terms.number(start), terms.number(stop)
    low = bounds(first, run.path_condition.box)[0 if step > 0 else 1]
    high = bounds(last, run.path_condition.box)[1 if step > 0 else 0]
    # From an unknown start every number may come, if it is a multiple of the step away.
    stride = step if isinstance(first, Const) else (1 if step > 0 else -1)
    length = abs(high - low) / abs(stride)
    if not math.isfinite(length) or length > MAX_RANGE_LENGTH:
        hint = "use a fixed range, and a condition inside"
        raise Refused("PY-CALL", "a range whose length depends on the state", hint)
    pairs: Guarded = []
    for number in range(int(low), int(high), stride):
        here = terms.const(number)
        begun, over = (first, here), (here, last)
        held = [terms.at_most(*(begun if step > 0 else begun[::-1]))]
        held.append(terms.less(*(over if step > 0 else over[::-1])))
        if stride != step:
            away = terms.modulo(terms.subtract(here, first), abs(step))
            held.append(terms.equal(away, terms.ZERO))
        pairs.append((unwrapped(terms.conjoin(held)), number))
    kept = [(held, number) for held, number in pairs if run.implied(held) is not False]
    return Listing(range, kept, run.stamp())
