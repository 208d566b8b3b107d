"""`introplan explain WORLD.py`: what was read off a world in Python, and what was not."""

from __future__ import annotations

import argparse
import dataclasses
import math
from itertools import islice
from typing import Any

from introplan.api import introspect
from introplan.cli.hosting import hosting
from introplan.cli.output import Output, plain_number, print_json
from introplan.cli.progress import progress
from introplan.errors import UsageError
from introplan.introspection.findings import Introspection, Milestone, Section, sections
from introplan.mdp import action_text
from introplan.pddl.formulas import number_text
from introplan.programs.program import ProgramTask
from introplan.reporting.words import task_line

BUDGET = 3.0
"""Seconds; nobody waits longer for an explanation."""


def explain_world(task: ProgramTask, arguments: argparse.Namespace) -> int:
    """Explain a world in Python, in words or as a record."""
    with progress("introspecting"), hosting():
        info = introspect(task, budget=BUDGET)
    _check_that_it_runs(info)
    _check_value(info, arguments.value)
    if arguments.json:
        print_json(_record(task, info, arguments.limit))
    else:
        _print_words(task, info, arguments.limit, Output.standard())
    return 0


def _check_that_it_runs(info: Introspection) -> None:
    error = info.details.reading.sample.error
    if error is not None:
        raise error


def _check_value(info: Introspection, value: float | None) -> None:
    """Only r_max is explained: there are no rows of which another could be chosen."""
    if value is None or value == info.r_max.value:
        return
    raise UsageError(
        f"--value {number_text(value)} is for rewards given as rows; a world in Python is "
        f"explained for r_max, which is {info.r_max}; leave --value out"
    )


def _print_words(task: ProgramTask, info: Introspection, limit: int, out: Output) -> None:
    out.say(task_line(task))
    out.say()
    most_paid, when_paid, steps, *others = sections(info, most=limit)
    for section in (most_paid, when_paid, steps):
        _print_section(section, out)
    out.say("  from the start: ", (_steps_text(info.heuristic(task.start)), "cyan"))
    _print_changes(info, out)
    for section in others:
        _print_section(section, out)


def _print_section(section: Section, out: Output) -> None:
    heading, *lines = section.text_lines()
    if lines:
        out.say()
    out.say((heading, "bold") if lines else heading)
    for line in lines:
        out.say(line)


def _steps_text(steps: float) -> str:
    return "it cannot be had" if math.isinf(steps) else f"at least {steps:g}"


def _print_changes(info: Introspection, out: Output) -> None:
    out.say()
    out.say(("What can change:", "bold"))
    changing = [variable for variable in info.variables if variable.mutable]
    width = max((len(variable.name) for variable in changing), default=0)
    for variable in changing[:20]:
        out.say(f"  {variable.name:{width}}  {variable.domain}")
    if len(changing) > 20:
        out.say(f"  ... and {len(changing) - 20} more")
    if not changing:
        out.say("  nothing" if info.variables else "  not known")


def _record(task: ProgramTask, info: Introspection, limit: int) -> dict[str, Any]:
    found = list(islice(info.milestones(), limit + 1))
    shown = found[:limit]
    value, steps = info.r_max.value, info.heuristic(task.start)
    r_max = None if value is None else plain_number(value)
    return {
        "r_max": r_max,
        "value": r_max,
        "status": info.r_max.status,
        "condition": " or ".join(_whole(m, alone=len(shown) == 1) for m in shown) or "unknown",
        "mutable": [variable.name for variable in info.variables if variable.mutable],
        "immutable": list(info.immutable),
        "mutations": [_mutation(task, milestone) for milestone in shown],
        "heuristic": {
            "text": str(info.heuristic),
            "start": _steps(steps),
            "admissible": info.heuristic.admissible,
        },
        "diagnostics": [dataclasses.asdict(diagnostic) for diagnostic in info.diagnostics],
        "truncated": len(found) > limit,
    }


def _whole(milestone: Milestone, *, alone: bool) -> str:
    return str(milestone) if alone else f"({milestone})"


def _mutation(task: ProgramTask, milestone: Milestone) -> dict[str, Any]:
    """One way to be paid; the keys are those of relational tasks, and two more."""
    action = milestone.action
    return {
        "true": [str(milestone.require)],
        "false": [],
        "action": None if action is None else action_text(action),
        "condition": str(milestone.require),
        "when": milestone.when,
        "distance": _steps(milestone.distance(task.start)),
    }


def _steps(steps: float) -> float | None:
    """A number of steps for JSON, which has no infinity."""
    return None if math.isinf(steps) else plain_number(steps)
