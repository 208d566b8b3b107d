"""Is it so of some, or of all? Python stops at the first item that settles the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.iteration import has_order, pairs_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import CannotMerge, Raised
from introplan.introspection.programs.streams import Pairs, Stream
from introplan.introspection.programs.terms import Term
from introplan.introspection.programs.values import Value, as_term, unwrapped

Truth: TypeAlias = Callable[[Machine, Value], Value]


def quantified(machine: Machine, values: Value, truth: Truth, *, stop: bool) -> Value:
    """any (stop at the first True) or all (stop at the first False).

    The items of an iterator are computed one by one, as Python does: an item that Python would
    not compute because the answer is there must not raise here. So each item is computed under
    the assumption that the items before do not settle the answer. Where that would raise or fork,
    the items before are decided first, and the iterator is rehearsed again. One that changes
    something, or that somebody has drawn from, is not rehearsed: each item is decided.
    """
    if not isinstance(values, Stream):
        return _joined_items(machine, values, pairs_of(machine, values), [], truth, stop=stop)
    while values.can_rehearse():
        found: list[Term] = []
        try:
            with machine.assumptions():
                answer = _joined_items(
                    machine, values, values.rehearsal(), found, truth, stop=stop, assumes=True
                )
        except Raised:
            values.check_may_raise()
            if not found:
                break
            answer = None
        except CannotMerge:
            if not found:
                break
            answer = None
        if answer is None and machine.decide(_join(found, stop=stop)) is not stop:
            continue
        values.lose()
        return stop if answer is None else answer
    if values.has_order:
        return _one_by_one(machine, values, truth, stop=stop)
    with machine.assumptions():
        return _one_by_one(machine, values, truth, stop=stop)


def _one_by_one(machine: Machine, values: Stream, truth: Truth, *, stop: bool) -> bool:
    for condition, value in values.pairs():
        if machine.decide(condition) and machine.decide(truth(machine, value)) is stop:
            return stop
    return not stop


def _join(found: list[Term], *, stop: bool) -> Value:
    return unwrapped((terms.disjoin if stop else terms.conjoin)(found))


def _joined_items(
    machine: Machine,
    values: Value,
    pairs: Pairs,
    found: list[Term],
    truth: Truth,
    *,
    stop: bool,
    assumes: bool = False,
) -> Value:
    """The answer as one condition; of a set all is looked at, for any of it may come first."""
    for condition, value in pairs:
        held = as_term(truth(machine, value))
        present = as_term(condition)
        one = (
            terms.conjoin([present, held])
            if stop
            else terms.disjoin([terms.negate(present), held])
        )
        verdict = machine.knowledge.truth(one)
        if verdict is stop:
            found.append(terms.const(stop))
            if has_order(values):
                break
        if verdict is None:
            found.append(one)
            if assumes and has_order(values):
                machine.forbids_forks = True
                if not machine.knowledge.learn(one, not stop):
                    break
    return _join(found, stop=stop)
