"""Values of several kinds: what is now None, now a tuple, now a longer one.

`Variant` is a value that is one of a few, told apart by a tag (a tagged union). An operation on it
is done on every case under the assumption that it is that case, and the results become one value
again where they can (`lifted`); otherwise the path forks on the tag (`settled`). A list whose
length is not known is a variant, with its length as the tag.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.listings import plain_items
from introplan.symbolic.interpreter.merging import merge_paths
from introplan.symbolic.interpreter.streams import Pairs
from introplan.symbolic.interpreter.values import (
    Items,
    Value,
    Variant,
    as_term,
    current,
    is_concrete,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term


def settled(run: Execution, value: Value) -> Value:
    """The value itself, where it is one of several kinds the one that it is on this path.

    Forks on the tag. A variant that may be changed is this case from now on, for all who hold it.
    """
    value = current(value)
    while isinstance(value, Variant):
        found = _decided(run, value)
        if run.may_change(value.made) and not run.forbids_forks:
            value.settled = [found]
        value = current(found)
    return value


def _decided(run: Execution, value: Variant) -> Value:
    possible = possible_cases(run, value)
    for key, case in possible[:-1]:
        if run.decide(unwrapped(is_case(value, key))):
            return case
    return possible[-1][1]


def is_case(value: Variant, key: Any) -> Term:
    """The condition that a variant is the case with this tag."""
    return terms.equal(as_term(value.tag), terms.const(key))


def possible_cases(run: Execution, value: Variant) -> list[tuple[Any, Value]]:
    """The cases that the path condition leaves open, at least one."""
    found = [
        (key, case)
        for key, case in value.cases.items()
        if run.path_condition.truth(is_case(value, key)) is not False
    ]
    return found or list(value.cases.items())[-1:]


def lifted(run: Execution, value: Value, function: Callable[[Value], Value]) -> Value:
    """function(value), without a fork where the results of all cases can be one value."""
    value = current(value)
    if not isinstance(value, Variant):
        return function(value)
    possible = possible_cases(run, value)
    if len(possible) == 1:
        return lifted(run, settled(run, value), function)
    try:
        results = _results(run, value, possible, function)
    except CannotMerge:
        return function(settled(run, value))
    return joined(run, value.tag, results)


def _results(
    run: Execution,
    value: Variant,
    possible: list[tuple[Any, Value]],
    function: Callable[[Value], Value],
) -> dict[Any, Value]:
    """What the function gives in each case; raises `CannotMerge` if that is more than a value."""
    results: dict[Any, Value] = {}
    for key, case in possible:
        test = is_case(value, key)
        if run.path_condition.copy().learn(test, True):
            results[key] = merge_paths(run, partial(lifted, run, case, function), assume=test)
    if not results:
        raise CannotMerge
    return results


def joined(run: Execution, tag: Term, results: dict[Any, Value]) -> Value:
    """One value of the values for each tag: one term or container, or else a variant."""
    (_, value), *others = reversed(results.items())
    if all(isinstance(r, int) and r == k and type(r) is type(k) for k, r in results.items()):
        return tag  # the length of a list whose tag is its length
    try:
        for key, result in others:
            test = terms.equal(as_term(tag), terms.const(key))
            value = merge_values(test, result, value, floor=run.stamp())
    except CannotMerge:
        return Variant(tag, results, run.stamp())
    return value


def lifted_all(
    run: Execution, values: list[Value], function: Callable[[list[Value]], Value]
) -> Value:
    """function(values), where some of the values may be variants."""
    place = next((i for i, value in enumerate(values) if isinstance(value, Variant)), None)
    if place is None:
        return function(values)
    before, after = values[:place], values[place + 1 :]

    def rest(case: Value) -> Value:
        return lifted_all(run, [*before, case, *after], function)

    return lifted(run, values[place], rest)


def has_lengths(value: Value) -> bool:
    """Is this a list or tuple of unknown length, with its length as the tag?"""
    return isinstance(value, Variant) and all(
        type(length) is int and len(plain_items(case) or [None] * (length + 1)) == length
        for length, case in value.cases.items()
    )


def copied(run: Execution, value: Variant, kind: type) -> Variant:
    """A list or tuple of unknown length as a new one of this kind."""
    cases: dict[Any, Value] = {}
    for length, case in value.cases.items():
        items = plain_items(case) or []
        is_known = kind is tuple and all(map(is_concrete, items))
        cases[length] = tuple(items) if is_known else Items(kind, list(items), run.stamp())
    return Variant(value.tag, cases, run.stamp())


def watched_slots(value: Variant, slots: list[tuple[Value, Value]]) -> Pairs:
    """The items of a list of unknown length, which must not change meanwhile."""
    for condition, item in slots:
        _check_same(value, slots)
        yield condition, item
    _check_same(value, slots)


def _check_same(value: Variant, slots: list[tuple[Value, Value]]) -> None:
    """Refuse a list that is of one length now and has been changed since."""
    now = current(value)
    if now is value:
        return
    items = plain_items(now)
    is_same = any(
        case is now and items is not None and len(items) == length
        for length, case in value.cases.items()
    )
    if not is_same or any(a is not b for a, (_, b) in zip(items or (), slots, strict=False)):
        raise Refused("PY-STMT", "a list that is changed while it is iterated over")
