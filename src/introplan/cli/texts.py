"""Phrases that several commands print."""

from __future__ import annotations

from introplan.model.domain import Task
from introplan.programs.program import ProgramTask

LONGEST_SHORT_TEXT = 200


def task_line(task: Task | ProgramTask) -> str:
    """What a task is about, on one line."""
    horizon = "" if task.horizon is None else f", horizon {task.horizon}"
    if isinstance(task, ProgramTask):
        return f"task {task.name}, a world in Python{horizon}"
    objects = count_of(len(task.start.objects), "object")
    facts = count_of(len(task.start.facts), "fact")
    return f"task {task.name} of {task.domain.name}: {objects}, {facts}{horizon}"


def count_of(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one.

    >>> count_of(1, "fact"), count_of(36, "state")
    ('1 fact', '36 states')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shortened(text: str) -> str:
    """The text, or its beginning when it is long."""
    return text if len(text) <= LONGEST_SHORT_TEXT else f"{text[:LONGEST_SHORT_TEXT]} ..."
