"""Small random problems of unified-planning, read from the files of our random tasks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from unified_planning.io import PDDLReader

import introplan as ip
from introplan.interop.classical.export import printed
from introplan.interop.classical.milestone import ClassicalTask, milestone_task
from introplan.relational.domain import Task
from random_tasks import random_task


def random_problem(seed: int) -> Any | None:
    """The problem of this number; None where nothing pays, or rules derive something."""
    task = classical_part(random_task(seed))
    return None if task is None else PDDLReader().parse_problem_string(*files_of(task))


def classical_part(task: Task) -> Task | None:
    """Its goal, or its first milestone as a goal."""
    if task.domain.derived:
        return None
    if task.is_classical:
        return replace(task, horizon=None)
    mutation = next(ip.mutations(task), None)
    return None if mutation is None else milestone_task(task, mutation).task


def files_of(task: Task) -> tuple[str, str]:
    """Its two files."""
    return printed(ClassicalTask(task), [])


def random_problems(count: int) -> Iterator[tuple[int, Any]]:
    """The first so many random problems, with their numbers."""
    seed, found = 0, 0
    while found < count:
        problem = random_problem(seed)
        if problem is not None:
            found += 1
            yield seed, problem
        seed += 1
