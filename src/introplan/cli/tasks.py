"""From the words of a command to a task: files, or a shipped domain with parameters."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from introplan.cli.arguments import given_parameters
from introplan.cli.output import progress
from introplan.cli.process import user_code
from introplan.deferred import deferred
from introplan.domains.catalogue import SHIPPED, domain, sample, shipped_domain
from introplan.errors import UsageError
from introplan.limits import limit_process_memory
from introplan.mdp import Task, check_discount
from introplan.pddl import read_domain, read_problem
from introplan.programs.chance import ChanceTask
from introplan.programs.program import ProgramTask
from introplan.relational.domain import Domain, RelationalTask

if TYPE_CHECKING:
    import difflib

    from introplan import models
    from introplan.factored import task as factored
    from introplan.programs import loading
else:
    difflib, loading = deferred("difflib"), deferred("introplan.programs.loading")
    factored, models = deferred("introplan.factored.task"), deferred("introplan.models")

EITHER = "give a DOMAIN and a PROBLEM file, a WORLD.py, or the name of a shipped domain"


def task_from(arguments: argparse.Namespace, names: Sequence[str] | None = None) -> Task:
    """The task that the command names."""
    given = arguments.names if names is None else names
    memory = getattr(arguments, "memory", None)
    with (
        progress("reading"),
        limit_process_memory(memory),
        user_code(arguments.allowed),
    ):
        task = _named_task(given, arguments)
    return _with_episode(task, arguments)


def _with_episode(task: Task, arguments: argparse.Namespace) -> Task:
    """The task with the horizon and the discount of the command, where it has them."""
    horizon = getattr(arguments, "horizon", None)
    discount = getattr(arguments, "discount", None)
    if horizon is not None:
        task = task.restarted(task.start, horizon=horizon)
    if discount is None:
        return task
    check_discount(discount)
    if isinstance(task, RelationalTask | ProgramTask | ChanceTask):
        return replace(task, discount=discount)
    if isinstance(task, factored.FactoredTask):
        return replace(task, discount=discount)
    raise UsageError(f"--discount is for files and shipped domains, not for {task.name}")


def check_readable(names: Iterable[str]) -> None:
    """Complain about the name that other commands have for standard input."""
    if "-" in names:
        raise UsageError("cannot read '-'; write /dev/stdin, or ./- for a file of that name")


def files_read(arguments: argparse.Namespace) -> list[str]:
    """The files that the command names as its task."""
    first, *others = arguments.names or [""]
    return others if first in SHIPPED else [first, *others]


def _named_task(names: Sequence[str], arguments: argparse.Namespace) -> Task:
    check_readable(names)
    if not names or len(names) > 2:
        raise UsageError(f"{EITHER}; got {' '.join(map(repr, names)) or 'nothing'}")
    parameters = given_parameters(arguments)
    is_world = names[0].endswith(".py")
    if len(names) == 1 and not is_world:
        return _sampled(names[0], parameters, seed=arguments.seed)
    if parameters:
        option = f"--{next(iter(parameters))}"
        raise UsageError(f"{option} makes a problem, but there is a file for it; leave one out")
    if is_world:
        if len(names) > 1:
            raise UsageError(f"{names[0]!r} is a whole task; what is {names[1]!r} for?")
        return loading.read_program(names[0])
    if names[0].lower().endswith(".rddl"):
        task: Task = models.read(*names)
        return task
    return read_problem(_domain_named(names[0]), names[1])


def _sampled(name: str, parameters: dict[str, int], *, seed: int) -> Task:
    if name not in SHIPPED and (os.path.splitext(name)[1] or os.path.exists(name)):
        raise UsageError(f"{name!r} needs a problem file; {EITHER}")
    task: Task = sample(name, seed=seed, **parameters)
    return task


def _domain_named(name: str) -> Domain:
    """A shipped domain, or the one in a file; a near miss of a shipped name is no file."""
    is_near_miss = bool(difflib.get_close_matches(name, SHIPPED)) and not os.path.exists(name)
    if name in SHIPPED or is_near_miss:
        return domain(shipped_domain(name).name)
    return read_domain(name)
