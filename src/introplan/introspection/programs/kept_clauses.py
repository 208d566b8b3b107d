"""What a part of a program says of any two states, kept beside the reading (`clauses.py`).

It is asked for by planners when the reading is known already. So it is kept under the digest of
that reading, and costs as many steps of a budget as when it was read: with less it is not found.
What was refused is kept as well, and refused again. However quick it was to read, it is kept:
to load what reads takes longer than most readings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from introplan.introspection.programs.clauses import Clause, both_states, is_constant
from introplan.introspection.programs.kept_place import Place
from introplan.introspection.programs.reading import Reading
from introplan.programs.answers import as_status
from introplan.symbolic.budget import Budget
from introplan.symbolic.interpreter.values import is_term
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.evaluate import value_of
from introplan.symbolic.terms.stored import Json, NotStorable, TermWriter, terms_from, value_from
from introplan.symbolic.terms.term import Const, Term, action_key, variables

MAX_COMPARED_STEPS = 40
"""Sampled steps that clauses are held against: a millisecond or two."""


def is_recalled(reading: Reading, part: str, budget: Budget) -> bool:
    """Enter in a reading what a part says, if that is kept and the budget is enough for it."""
    place = reading.place
    if place is None or not place.reading:
        return False
    kept = _kept(place.get(*_words(place, part)), reading, budget)
    if isinstance(kept, list) and not _is_true(kept, part, reading):
        return False
    if isinstance(kept, Refused):
        reading.refuse(kept, part, reading.unlisted(part))
    elif kept is not None:
        reading.said[part] = kept
    return kept is not None


def _words(place: Place, part: str) -> tuple[str, ...]:
    return "said", place.reading, part


def read_and_kept(
    reading: Reading, part: str, budget: Budget, read: Callable[[], list[Clause]]
) -> list[Clause]:
    """What a part says, kept for the next time; raises `Refused` where it is refused."""
    place = reading.place
    if place is None or not place.reading:
        return read()
    steps = budget.steps

    def keep(told: Callable[[], dict[str, Json]]) -> None:
        if budget.steps >= 0:
            with suppress(NotStorable, RecursionError):
                place.put({"spent": steps - budget.steps, **told()}, *_words(place, part))

    try:
        clauses = read()
    except Refused as refusal:
        if refusal.code != "PY-LIMIT":
            keep(partial(_stored_refusal, refusal))
        raise
    keep(partial(_stored, clauses, reading, place))
    return clauses


def _stored_refusal(refusal: Refused) -> dict[str, Json]:
    where = [refusal.file, refusal.line]
    return {"refused": [refusal.code, refusal.construct, refusal.hint, *where]}


def _stored(clauses: Sequence[Clause], reading: Reading, place: Place) -> dict[str, Json]:
    writer = TermWriter(place.references, reading.order)
    for clause in clauses:
        writer.add([_condition(clause)])
        if is_term(clause.value):
            writer.add([clause.value])
    writer.close()
    actions = {id(action): number for number, action in enumerate(reading.actions or ())}
    rows = []
    for clause in clauses:
        is_open = is_term(clause.value)
        value = writer.number(clause.value) if is_open else writer.value(clause.value)
        is_mixed = isinstance(clause.condition, tuple)
        number = writer.number(_condition(clause))
        rows.append([actions[id(clause.action)], is_mixed, number, is_open, value, clause.line])
    return {"clauses": rows, **writer.nodes()}


def _condition(clause: Clause) -> Term:
    condition: Any = clause.condition
    term: Term = condition[1] if isinstance(condition, tuple) else condition
    return term


def _kept(stored: Json | None, reading: Reading, budget: Budget) -> list[Clause] | Refused | None:
    """What is kept, if the budget is enough for it."""
    try:
        if stored is None or float(stored["spent"]) > budget.steps:
            return None
        if "refused" in stored:
            return _refused(*stored["refused"])
        return _clauses(stored, reading)
    except (NotStorable, ArithmeticError, LookupError, TypeError, ValueError):
        return None


def _is_true(clauses: Sequence[Clause], part: str, reading: Reading) -> bool:
    """Did sampled steps go as the clauses say?"""
    transitions = reading.sample.transitions
    for step in transitions[:: max(1, len(transitions) // MAX_COMPARED_STEPS)]:
        before, action, after, reward, status = step
        own = [clause for clause in clauses if action_key(clause.action) == action_key(action)]
        real = reward if part == "reward" else status
        said = (_said(clause, part, before, after, reading) for clause in own)
        if any(answer is not None and answer != real for answer in said):
            return False
    return True


def _said(clause: Clause, part: str, before: Any, after: Any, reading: Reading) -> Any | None:
    """What a clause says of a step: a number or a status; None if nothing."""
    assert reading.read is not None
    terminal = reading.task.program.terminal
    names = [var.name for var in reading.order]
    known = dict(zip(names, reading.read(after), strict=True))
    if isinstance(clause.condition, tuple):
        later = {f"{name}'": value for name, value in known.items()}
        known = dict(zip(names, reading.read(before), strict=True)) | later
    condition = _condition(clause)
    values = {var: known[var.name] for var in variables(condition)}
    if not is_constant(clause.value) or not value_of(condition, values):
        return None
    value = clause.value.value if isinstance(clause.value, Const) else clause.value
    return value if part == "reward" or terminal is None else as_status(value, terminal)


def _refused(code: str, construct: str, hint: str, file: str, line: int) -> Refused:
    refusal = Refused(*map(str, (code, construct, hint)))
    refusal.at(str(file), int(line))
    return refusal


def _clauses(stored: Json, reading: Reading) -> list[Clause]:
    assert reading.actions is not None
    assert reading.place is not None
    references = reading.place.references
    terms = terms_from(stored, references, reading.order)
    found = []
    for action, is_mixed, number, is_open, value, line in stored["clauses"]:
        condition = both_states(terms[number]) if is_mixed else terms[number]
        answer = terms[value] if is_open else value_from(value, references)
        found.append(Clause(reading.actions[action], condition, answer, int(line)))
    return found
