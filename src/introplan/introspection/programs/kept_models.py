"""Readings that are kept between runs: the door to reading a program.

A reading is kept under the fingerprint of all that it depends on: the program with all it can
name, the start, Python and this package. It is asked for before anything is read, and compared
with the real functions again (`selfcheck.stale`), so an entry that is wrong for whatever reason is
read anew. It costs as many steps of a budget as when it was made, and with less it is not found:
so plans are the same. What was quick to read is not kept.

The last readings also stay in memory (`remembered.py`). Such a one is believed where the sampled
steps are those that it was compared with.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from introplan.cache import key_of
from introplan.deferred import deferred
from introplan.introspection.programs.kept_clauses import is_recalled
from introplan.introspection.programs.kept_place import MIN_SECONDS, Place, place_of
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.remembered import Remembered, recall, remember
from introplan.introspection.programs.restoring import reading_from
from introplan.introspection.programs.sample import Sample, sampled
from introplan.introspection.programs.selfcheck import stale
from introplan.limits import thread_seconds
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.stored import NotStorable, text_of
from introplan.symbolic.terms.term import action_key, exact, terms_asked

if TYPE_CHECKING:
    from introplan.introspection.programs import reader, storing
else:  # to find a reading again takes a small part of what it takes to make one
    reader = deferred("introplan.introspection.programs.reader")
    storing = deferred("introplan.introspection.programs.storing")

SAMPLING_SHARE = 0.25
"""The part of a budget that sampling may take, as in `read_program_model`."""

FIRST_STATES = 30
"""States whose steps are compared with those of a reading that this process remembers: a
thousandth of a second. Paths are replayed in any case, and states along them expanded again."""


def read_or_recalled(
    task: ProgramTask, budget: Budget, sample: Sample | None = None, place: Place | None = None
) -> Reading:
    """The reading of a program as `read_program_model` makes it, from the cache if it is there.

    Who knows the place that `place_of` gives hands it over.
    """
    with budget.being_spent():
        place = place_of(task) if place is None else place
        if place is None:
            return reader.read_program_model(task, budget, sample)
        at_hand = _remembered(task, sample, budget, place)
        if at_hand is not None:
            return at_hand
        if sample is None:
            sample = sampled(task, budget.share(SAMPLING_SHARE))
        steps, asked = budget.steps, terms_asked()
        reading, is_kept = _recalled(task, sample, budget, place), True
        if reading is None:
            reading, is_kept = _read(task, sample, budget, place)
            terms: float = terms_asked() - asked
        else:
            terms = _price(place, steps)
        if is_kept and reading.operators is not None and not _was_cut(reading):
            said, found = tuple(reading.said), tuple(reading.diagnostics)
            classes = tuple(place.references.classes)
            entry = Remembered(reading, budget.steps, classes, found, said, terms)
            remember((*place.question, steps), entry)
        return reading


def reading_within(
    task: ProgramTask, budget: Budget, most: float, place: Place | None
) -> Reading | None:
    """The same, unless it asks for more than `most` terms, or did when the kept one was made."""
    with budget.being_spent():
        place = place_of(task) if place is None else place
        if place is not None and _price(place, budget.steps) > most:
            return None
        limited = budget.with_terms(most)
        reading = read_or_recalled(task, limited, None, place)
    return None if _was_cut(reading) and not limited.has_terms_left else reading


def _price(place: Place, steps: float) -> float:
    """The terms that the reading asked for which is kept at a place; 0 if none is."""
    entry = recall((*place.question, steps))
    if entry is not None:
        return entry.terms
    for words in (("price",), ("price", repr(steps))):
        if isinstance(price := place.get(*words), int):
            return price
    return 0


def _remembered(
    task: ProgramTask, sample: Sample | None, budget: Budget, place: Place
) -> Reading | None:
    """The reading that is in memory, if it was compared with the same steps as these."""
    key = (*place.question, budget.steps)
    entry = recall(key)
    if entry is None:
        return None
    classes = place.references.classes
    if len(classes) != len(entry.classes) or any(map(_is_other, classes, entry.classes)):
        return None
    known = entry.reading
    compared = entry.steps or _steps_of(known, known.sample)
    sample = _compared(task, sample, budget, known, compared)
    if sample is None:
        return None
    # What was asked for since then is known, unless asking for it was refused.
    is_as_read = tuple(known.diagnostics) == entry.diagnostics
    said = {
        part: clauses
        for part, clauses in known.said.items()
        if part in entry.said or (is_as_read and clauses is not None)
    }
    assert known.place is not None
    place = replace(place, derived=known.place.derived, reading=known.place.reading)
    diagnostics, peaks = list(entry.diagnostics), dict(known.peaks)
    reading = replace(
        known, task=task, sample=sample, said=said, diagnostics=diagnostics, peaks=peaks, ask=None
    )
    reading.place = place
    budget.steps = entry.steps_left
    _answer_later(reading, budget)
    remember(key, replace(entry, reading=reading, steps=compared))
    return reading


def _compared(
    task: ProgramTask,
    sample: Sample | None,
    budget: Budget,
    known: Reading,
    compared: list[Any] | None,
) -> Sample | None:
    """A sample of the world that is the one of a reading; None if the world steps differently.

    Where none is at hand, the first steps are taken again and the rest is taken to be the same.
    """
    if compared is None:
        return None
    if sample is not None:
        is_same = sample.error is None and _steps_of(known, sample) == compared
        return sample if is_same else None
    first = sampled(task, budget.share(SAMPLING_SHARE), near=FIRST_STATES, walks=False)
    steps = None if first.error is not None else _steps_of(known, first)
    is_same = steps is not None and steps[2:] == compared[2 : len(steps)]
    return known.sample if is_same else None


def _is_other(one: Any, other: Any) -> bool:
    return one is not other


def _steps_of(reading: Reading, sample: Sample) -> list[Any] | None:
    """The steps of a sample in the words of a reading; None if it has none for them."""
    read = reading.read
    assert read is not None
    rows: dict[int, Any] = {}
    found: list[Any] = [sample.is_complete, len(sample.states)]
    try:
        for before, action, after, reward, status in sample.transitions:
            for state in (before, after):
                if id(state) not in rows:
                    row = read(state)
                    rows[id(state)] = (row, tuple(map(type, row)))
            ends = (rows[id(before)], rows[id(after)])
            found.append((action_key(action), *ends, exact(reward), status))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None
    return found


def _recalled(task: ProgramTask, sample: Sample, budget: Budget, place: Place) -> Reading | None:
    """The reading that is kept, if its price fits the budget, and it the sample."""
    if sample.error is not None:
        return None
    for stored in (place.get("model"), place.get("model", repr(budget.steps))):
        try:
            left = budget.steps - float(stored["spent"]) if stored else 0.0
            if not stored or (left < 0) is not bool(stored["was_cut"]):
                continue
            reading = reading_from(stored["reading"], task, sample, place.references)
        except (NotStorable, LookupError, TypeError, ValueError):
            continue
        if stale(reading) is None:
            budget.steps = left
            reading.place = replace(place, reading=str(stored["digest"]))
            _answer_later(reading, budget)
            return reading
    return None


def _answer_later(reading: Reading, budget: Budget) -> None:
    """Let a reading that was not made here answer what will be asked of it, within a budget."""
    left = budget.kept()

    @cache
    def answers() -> Callable[[str], None]:
        return reader.answers(reading, left)  # loaded if something is not kept

    def ask(part: str) -> None:
        if not is_recalled(reading, part, left()):
            answers()(part)

    if reading.actions is not None:
        reading.ask = ask


def _read(task: ProgramTask, sample: Sample, budget: Budget, place: Place) -> tuple[Reading, bool]:
    """Read a program, and keep the reading if it took long and would be the same next time.

    Was it kept?
    """
    before, steps, asked = thread_seconds(), budget.steps, terms_asked()
    reading = reader.read_program_model(task, budget, sample)
    reading.place = place
    is_long = thread_seconds() - before >= MIN_SECONDS
    was_cut = _was_cut(reading)
    # What a clock has ended would perhaps get further; what the count has ended, with more steps.
    is_final = sample.error is None and (budget.steps < 0) is was_cut
    if is_long and is_final:
        with suppress(NotStorable, RecursionError):  # it is read again next time
            stored = storing.stored_reading(reading, place.references)
            words = (repr(steps),) if was_cut else ()
            price = {"spent": steps - budget.steps, "was_cut": was_cut}
            digest = key_of(text_of(stored))
            place.put({"reading": stored, "digest": digest, **price}, "model", *words)
            place.put(terms_asked() - asked, "price", *words)
            reading.place = replace(place, reading=digest)
            return reading, True
    return reading, False


def _was_cut(reading: Reading) -> bool:
    """Did reading end because it took too long?"""
    return any(d.code == "PY-LIMIT" and "too long" in d.construct for d in reading.diagnostics)
