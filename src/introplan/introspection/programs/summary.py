"""One line on what was and what was not understood of a program, for every answer about it.

read: rules, reward and end of 4 actions; distance from pattern databases
not read: transition (PY-CALL at world.py:12: a call of foo); searched as a black box
not read: actions (PY-LIMIT at world.py:7: …); all of its 64 states were seen by calling it
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from introplan.introspection.findings import Heuristic
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.refusal import Diagnostic

NO_DISTANCE = "no distance was derived"
BLACK_BOX = "searched as a black box"

ROLES = {"rules": ("transition", "actions", "state", "model"), "reward": (), "end": ("terminal",)}
"""Parts of a model in the words of the line, and what else their diagnostics are about."""

MAX_CONSTRUCT_CHARACTERS = 60
"""Of what was not understood: the line is to fit on a terminal of usual width."""


def summary(reading: Reading, heuristic: Heuristic | None = None) -> str:
    """The line about a reading, and about the distance that was derived from it, if any."""
    read, missing = _parts(reading)
    words = []
    if read:
        count = len(reading.actions or ())
        actions = f"{count} action{'' if count == 1 else 's'}"
        words.append(f"read: {_listed(read)} of {actions}")
    if missing:
        words.append(f"not read: {', '.join(_blamed(reading, missing))}")
    words.append(_distance(heuristic) if "rules" in read else _unread(reading))
    return "; ".join(words)


def _unread(reading: Reading) -> str:
    """What is done where the rules are not known."""
    sample = reading.sample
    if not sample.is_complete or sample.error is not None:
        return BLACK_BOX
    return f"all of its {len(sample.states)} states were seen by calling it"


def _parts(reading: Reading) -> tuple[list[str], list[str]]:
    """The parts of a model that were read, and those that were not."""
    is_read = {
        "rules": reading.operators is not None,
        "reward": reading.payments is not None or reading.clauses is not None,
    }
    if reading.task.program.terminal is not None:
        is_read["end"] = reading.endings is not None or reading.end_clauses is not None
    return [p for p, known in is_read.items() if known], [p for p, k in is_read.items() if not k]


def _blamed(reading: Reading, missing: list[str]) -> Iterator[str]:
    """The parts that were not read, those with a diagnostic of their own with the reason."""
    for part in missing:
        found = _diagnostic(reading, part)
        if found is not None:
            yield f"{found.consequence.split()[0]} ({_reason(found)})"
        elif part != "end" or "rules" not in missing:  # the end is read after the rules alone
            yield part


def _diagnostic(reading: Reading, part: str) -> Diagnostic | None:
    about = (part, *ROLES[part])
    return next((d for d in reading.diagnostics if d.consequence.split()[0] in about), None)


def _reason(diagnostic: Diagnostic) -> str:
    file = os.path.basename(diagnostic.file)
    place = f"{file}:{diagnostic.line}" if diagnostic.line else file
    construct = " ".join(diagnostic.construct.split())
    if len(construct) > MAX_CONSTRUCT_CHARACTERS:
        construct = f"{construct[: MAX_CONSTRUCT_CHARACTERS - 1]}…"
    return f"{diagnostic.code} at {place}: {construct}"


def _distance(heuristic: Heuristic | None) -> str:
    if heuristic is None or heuristic.is_trivial:
        return NO_DISTANCE
    how = "from pattern databases" if heuristic.has_tables else "from the effects of actions"
    return f"distance {how}"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
