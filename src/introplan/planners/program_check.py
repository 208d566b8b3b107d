"""The machine against the user's functions: do both say the same of a state?"""

from __future__ import annotations

from typing import Any

from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.shape import is_gathered
from introplan.introspection.programs.states import build
from introplan.machine.native import LeftRange, NativeMachine
from introplan.machine.system import Row
from introplan.mdp import Status, attempt
from introplan.programs.freezing import kept
from introplan.programs.user_code import PASSING
from introplan.symbolic.terms.term import action_key

Edge = tuple[Any, Row, float, Status]
"""An action, the row it leads to, what that pays and its status."""


def real_edges(reading: Reading, row: Row) -> list[Edge] | None:
    """What the user's functions make of a row; None if there is no such state."""
    task, read, shape = reading.task, reading.read, reading.shape
    assert read is not None
    assert shape is not None
    # What grows without end is no part of a row, and so cannot be built again.
    found, is_whole = [], is_gathered(shape)
    try:
        state = build(shape, list(row))
        if read(state) != row:
            return None
        for action in task.actions(state):
            outcome = attempt(task, state, action)
            if outcome is not None:
                after = read(outcome.state)
                if is_whole and kept(build(shape, list(after))) != kept(outcome.state):
                    return None
                found.append((action, after, outcome.reward, outcome.status))
    except PASSING:
        raise
    except Exception:  # whatever it is: the functions are called for all states then
        return None
    return found


def agrees(reading: Reading, machine: NativeMachine, row: Row) -> bool:
    """Do the machine and the functions take the same steps from a row, in whatever order?"""
    real = real_edges(reading, row)
    if real is None:
        return False
    try:
        made = machine.successors(row)
    except LeftRange:
        return False
    steps = machine.system.steps
    if reading.is_by_places:
        return {tuple(rest) for _, *rest in made} == {tuple(rest) for _, *rest in real}
    taken = {action_key(steps[number].action): rest for number, *rest in made}
    wanted = {action_key(action): rest for action, *rest in real}
    return len(made) == len(taken) and taken == wanted
