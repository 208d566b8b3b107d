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

import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import introplan
from introplan.cache import Cache, key_of
from introplan.introspection.programs.reading import Reading, answer_later, read_program_model
from introplan.introspection.programs.remembered import Remembered, recall, remember
from introplan.introspection.programs.restoring import reading_from
from introplan.introspection.programs.sample import Sample, sampled
from introplan.introspection.programs.selfcheck import stale
from introplan.introspection.programs.storing import stored_reading
from introplan.limits import thread_seconds
from introplan.mdp import Status
from introplan.programs.fingerprint import fingerprint
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.stored import Json, NotStorable, References
from introplan.symbolic.terms.term import action_key, exact

MIN_SECONDS = 0.03
"""What is read in less is not kept: finding it again takes a good part of that."""

SAMPLING_SHARE = 0.25
"""The part of a budget that sampling may take, as in `read_program_model`."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where what is found out about one program is kept."""

    cache: Cache
    key: str
    references: References
    derived: dict[Any, Any] = field(default_factory=dict)
    """What was derived of the reading in this process."""

    @property
    def question(self) -> tuple[Any, ...]:
        """The program and the folder: what is remembered of it in this process is kept there."""
        return self.cache.folder, self.key

    def get(self, *what: str) -> Json | None:
        """What is kept here of this; None if that is nothing."""
        data = self.cache.get(key_of(self.key, *what))
        try:
            return None if data is None else json.loads(data)
        except (ValueError, RecursionError):
            return None

    def put(self, stored: Json, *what: str) -> None:
        """Keep it."""
        self.cache.put(key_of(self.key, *what), json.dumps(stored, separators=(",", ":")).encode())


def place_of(task: ProgramTask) -> Place | None:
    """Where readings of a task are kept; None if nowhere."""
    where = Cache.default()
    if where.folder is None:
        return None
    program = task.program
    parts = (program.actions, program.transition, program.reward, program.terminal, program.step)
    found = fingerprint(parts, task.start, task.horizon, task.discount)
    if found is None:
        return None
    key = key_of("reading", found.digest, *_surroundings())
    return Place(where, key, References((Status, *found.classes)))


@cache
def _surroundings() -> tuple[str, ...]:
    """What all readings depend on: Python, the platform, and this package as it is now."""
    package = Path(introplan.__file__).parent
    files = []
    for folder, _, names in sorted(os.walk(package)):
        for name in sorted(names):
            if name.endswith(".py"):
                about = os.stat(os.path.join(folder, name))
                files.append(f"{folder}/{name} {about.st_size} {about.st_mtime_ns}")
    numpy = str(getattr(sys.modules.get("numpy"), "__version__", ""))
    python = (sys.version, sys.implementation.name, sys.platform, str(sys.flags.optimize))
    return (introplan.__version__, *python, numpy, *files)


def read_or_recalled(task: ProgramTask, budget: Budget, sample: Sample | None = None) -> Reading:
    """The reading of a program as `read_program_model` makes it, from the cache if it is there."""
    with budget.being_spent():
        place = place_of(task)
        if place is None:
            return read_program_model(task, budget, sample)
        if sample is None:
            sample = sampled(task, budget.share(SAMPLING_SHARE))
        at_hand = _remembered(task, sample, budget, place)
        if at_hand is not None:
            return at_hand
        steps = budget.steps
        reading, is_kept = _recalled(task, sample, budget, place), True
        if reading is None:
            reading, is_kept = _read(task, sample, budget, place)
        reading.place = place
        if is_kept and reading.operators is not None and not _was_cut(reading):
            said, found = tuple(reading.said), tuple(reading.diagnostics)
            entry = Remembered(reading, budget.steps, tuple(place.references.classes), found, said)
            remember((*place.question, steps), entry)
        return reading


def _remembered(task: ProgramTask, sample: Sample, budget: Budget, place: Place) -> Reading | None:
    """The reading that is in memory, if it was compared with the same steps as these."""
    key = (*place.question, budget.steps)
    entry = recall(key)
    if entry is None or sample.error is not None:
        return None
    classes = place.references.classes
    if len(classes) != len(entry.classes) or any(map(_is_other, classes, entry.classes)):
        return None
    known = entry.reading
    compared = entry.steps or _steps_of(known, known.sample)
    if compared is None or _steps_of(known, sample) != compared:
        return None
    # What was asked for since then is known, unless asking for it was refused.
    is_as_read = tuple(known.diagnostics) == entry.diagnostics
    said = {
        part: clauses
        for part, clauses in known.said.items()
        if part in entry.said or (is_as_read and clauses is not None)
    }
    place = replace(place, derived=known.place.derived)
    diagnostics, peaks = list(entry.diagnostics), dict(known.peaks)
    reading = replace(
        known, task=task, sample=sample, said=said, diagnostics=diagnostics, peaks=peaks, ask=None
    )
    reading.place = place
    budget.steps = entry.steps_left
    answer_later(reading, budget)
    remember(key, replace(entry, reading=reading, steps=compared))
    return reading


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
            answer_later(reading, budget)
            return reading
    return None


def _read(task: ProgramTask, sample: Sample, budget: Budget, place: Place) -> tuple[Reading, bool]:
    """Read a program, and keep the reading if it took long and would be the same next time.

    Was it kept?
    """
    before, steps = thread_seconds(), budget.steps
    reading = read_program_model(task, budget, sample)
    is_long = thread_seconds() - before >= MIN_SECONDS
    was_cut = _was_cut(reading)
    # What a clock has ended would perhaps get further; what the count has ended, with more steps.
    is_final = sample.error is None and (budget.steps < 0) is was_cut
    if is_long and is_final:
        with suppress(NotStorable, RecursionError):  # it is read again next time
            stored = stored_reading(reading, place.references)
            words = ("model", repr(steps)) if was_cut else ("model",)
            price = {"spent": steps - budget.steps, "was_cut": was_cut}
            place.put({"reading": stored, **price}, *words)
            return reading, True
    return reading, False


def _was_cut(reading: Reading) -> bool:
    """Did reading end because it took too long?"""
    return any(d.code == "PY-LIMIT" and "too long" in d.construct for d in reading.diagnostics)
