"""What a search for the end of an episode aims for, as far as the code of `terminal` was read."""

from __future__ import annotations

from introplan.introspection.heuristics.additive import Target
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.rewards import Payment
from introplan.mdp import Status
from introplan.programs.answers import as_status
from introplan.programs.program import ProgramTask
from introplan.symbolic.interpreter.values import is_concrete


def end_target(finder: Finder, aims: frozenset[Status]) -> Target | None:
    """What to aim for where `terminal` says what an end is; None if it was not read."""
    reading = finder.reading
    if reading.operators is None or reading.endings is None:
        return None
    # Conditions as they were read: a redundant one can still make a distance larger, and the
    # text of this distance is not shown.
    ways = [p.constraint for p in reading.endings if _may_be(p, aims, finder.task)]
    return Target(tuple(dict.fromkeys(ways)), 1) if ways else None


def _may_be(ending: Payment, aims: frozenset[Status], task: ProgramTask) -> bool:
    """Can a path of `terminal` give one of these answers?"""
    if not is_concrete(ending.value) or task.program.terminal is None:
        return True
    return as_status(ending.value, task.program.terminal) in aims
