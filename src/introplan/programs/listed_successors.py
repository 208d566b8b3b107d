"""Worlds whose actions are the states after them: `actions` lists successors, and taking one of
them is all that a step does.

That is how a function of successors becomes a program: `transition=lambda s, a: a`. A state is no
action of which there are few, so what is read of such a list goes by its places
(`ListedSuccessor`). Which successor that is in a plan is found out by listing them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from introplan.programs.program import Program, ProgramTask

_TAKEN_AS_IT_IS = (lambda state, action: action).__code__.co_code


@dataclass(frozen=True, slots=True)
class ListedSuccessor:
    """An action that is known by its place in the list, as the text of `actions` makes it."""

    place: int

    def __str__(self) -> str:
        return f"successor {self.place + 1}"

    __repr__ = __str__


def lists_successors(program: Program) -> bool:
    """Are the actions of a program the states after them?"""
    transition = program.transition
    return (
        program.step is None
        and callable(program.actions)
        and isinstance(transition, FunctionType)
        and transition.__code__.co_code == _TAKEN_AS_IT_IS
        and transition.__code__.co_argcount == 2
    )


def successor_with_row(
    task: ProgramTask, read: Callable[[Any], Any], state: Any, row: tuple[Any, ...]
) -> Any:
    """The successor of a state that has this row; None if none is listed."""
    for successor in task.actions(state):
        if read(successor) == row:
            return successor
    return None
