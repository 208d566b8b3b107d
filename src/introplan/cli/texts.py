"""Phrases that several commands print."""

from __future__ import annotations

from introplan.errors import visible
from introplan.logic.formula import And, Formula, Not, Or
from introplan.model.domain import Task
from introplan.programs.program import ProgramTask
from introplan.view.words import in_words

LONGEST_SHORT_TEXT = 200
MOST_PARTS = LONGEST_SHORT_TEXT // 6


def task_line(task: Task | ProgramTask) -> str:
    """What a task is about, on one line."""
    horizon = "" if task.horizon is None else f", horizon {task.horizon}"
    if isinstance(task, ProgramTask):
        return f"task {visible(task.name)}, a world in Python{horizon}"
    objects = count_of(len(task.start.objects), "object")
    facts = count_of(len(task.start.facts), "fact")
    return f"task {task.name} of {task.domain.name}: {objects}, {facts}{horizon}"


def count_of(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one.

    >>> count_of(1, "fact"), count_of(36, "state")
    ('1 fact', '36 states')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def short_words(formula: Formula) -> str:
    """The formula in words, or their beginning when there are many."""
    text = in_words(_beginning(formula))
    return text if len(text) <= LONGEST_SHORT_TEXT else f"{text[:LONGEST_SHORT_TEXT]} ..."


def _beginning(formula: Formula) -> Formula:
    """As many parts of the formula as can be seen: each takes some characters."""
    match formula:
        case And(children):
            return And(tuple(map(_beginning, children[:MOST_PARTS])))
        case Or(children):
            return Or(tuple(map(_beginning, children[:MOST_PARTS])))
        case Not(child):
            return Not(_beginning(child))
        case _:
            return formula
