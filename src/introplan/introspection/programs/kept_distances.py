"""What was derived of a reading is kept beside it: distances, and the largest reward."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress

from introplan.introspection.facts import MaximalReward
from introplan.introspection.heuristics.distance import StepBound, Target
from introplan.introspection.programs.kept_place import Place
from introplan.introspection.programs.reading import Reading
from introplan.limits import thread_seconds
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.stored import Json, NotStorable, TermWriter, terms_from, text_of
from introplan.symbolic.terms.term import Lookup, Term, variables, walk

MAX_ENTRIES = 50_000
"""Of all tables of a distance: to read more takes longer than most of them take to be made."""

MIN_DERIVING_SECONDS = 0.005
"""What was derived in less is not kept: what derives it is loaded in as much."""

MAX_COMPARED_STEPS = 40
"""Sampled steps on which a distance that was kept is tried: a millisecond or two."""


def derived_or_kept(
    reading: Reading,
    target: Target,
    budget: Budget,
    effort: float,
    derive: Callable[[], StepBound],
) -> StepBound:
    """The distance to a target, from the cache if it is there."""
    place = reading.place
    if place is None:
        return derive()
    try:
        words = ("distance", _text_of(target, reading, place), repr(effort))
    except NotStorable:
        return derive()
    known, spent = place.derived.get(words, (None, math.inf))
    if known is not None and spent <= budget.steps:
        budget.steps -= spent
        return known  # type: ignore[no-any-return]
    steps = budget.steps
    kept = _kept(place, reading, budget, words)
    if kept is not None:
        place.derived[words] = (kept, steps - budget.steps)
        return kept
    before = thread_seconds()
    bound = derive()
    # What was cut would get further with more steps, or at another time.
    is_final = budget.steps >= 0 and not budget.is_over
    if is_final:
        place.derived[words] = (bound, steps - budget.steps)
    if is_final and thread_seconds() - before >= MIN_DERIVING_SECONDS:
        with suppress(NotStorable, RecursionError):
            place.put(_stored(bound, reading, place, spent=steps - budget.steps), *words)
    return bound


def found_or_kept(
    reading: Reading, budget: Budget, find: Callable[[], MaximalReward]
) -> MaximalReward:
    """The largest reward, from the cache if it is there and no sampled step pays more."""
    place = reading.place
    if place is None:
        return find()
    match place.get("r_max"):
        case [None | int() | float() as value, str(status)] if _is_no_less(value, reading):
            return MaximalReward(value, status)
    before = thread_seconds()
    found = find()
    if thread_seconds() - before >= MIN_DERIVING_SECONDS and found.status == "exact":
        place.put([found.value, found.status], "r_max")
    return found


def _is_no_less(value: float | None, reading: Reading) -> bool:
    seen = reading.sample.largest_reward
    return value is None or seen is None or value >= seen


def _text_of(target: Target, reading: Reading, place: Place) -> str:
    """A target in words that another process would use for it."""
    writer = TermWriter(place.references, reading.order)
    writer.add(target.alternatives)
    writer.close(as_made=False)
    numbers = [writer.number(term) for term in target.alternatives]
    return text_of([numbers, target.due, writer.nodes()])


def _stored(bound: StepBound, reading: Reading, place: Place, *, spent: float) -> Json:
    if sum(len(t.table.entries) for t in walk(bound.term) if isinstance(t, Lookup)) > MAX_ENTRIES:
        raise NotStorable("a large table")
    if not set(variables(bound.term)).issubset(reading.order):
        raise NotStorable("a variable of something else than the state")
    writer = TermWriter(place.references, reading.order)
    writer.add([bound.term])
    writer.close()
    return {
        "term": writer.number(bound.term),
        "drops": [writer.value(drop) for drop in bound.drops],
        "spent": spent,
        **writer.nodes(),
    }


def _kept(
    place: Place, reading: Reading, budget: Budget, words: tuple[str, ...]
) -> StepBound | None:
    """The distance that is kept, if it is one; it costs as many steps as when it was derived."""
    stored = place.get(*words)
    if stored is None:
        return None
    try:
        term = dict(enumerate(terms_from(stored, place.references, reading.order)))[stored["term"]]
        drops, spent = tuple(map(int, stored["drops"])), float(stored["spent"])
    except (NotStorable, ArithmeticError, LookupError, TypeError, ValueError):
        return None
    if spent > budget.steps or len(drops) != len(reading.operators or ()):
        return None
    if not _is_consistent(term, reading):
        return None
    budget.steps -= spent
    return StepBound(term, drops)


def _is_consistent(term: Term, reading: Reading) -> bool:
    """Does no sampled step come nearer by more than one?"""
    assert reading.read is not None
    distance = compiled_one(term, reading.order)
    transitions = reading.sample.transitions
    stride = max(1, len(transitions) // MAX_COMPARED_STEPS)
    for before, _, after, _, _ in transitions[::stride]:
        far, near = (distance(reading.read(state)) for state in (before, after))
        if far > near + 1:
            return False
    return True
