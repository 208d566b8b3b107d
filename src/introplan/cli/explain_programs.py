"""`introplan explain` for worlds in Python: what was read off their code, and what was not.

What a plan is for, what a step and a whole episode can pay at most, which conditions pay how much,
what ends an episode, and what can change.
"""

from __future__ import annotations

import argparse
import math

from introplan.api import introspect
from introplan.cli.output import Output, print_json, progress
from introplan.cli.process import ExitCode, display_budget, user_code
from introplan.errors import UsageError
from introplan.introspection.findings import Introspection, Section, sections
from introplan.introspection.returns.return_bounds import ReturnBound
from introplan.limits import Meter
from introplan.mdp import Wanted, display_number
from introplan.programs.program import ProgramTask
from introplan.programs.user_code import limit_user_code
from introplan.relational.arithmetic import number_text
from introplan.reporting.records import bound_record, introspection_record
from introplan.reporting.words import task_and_aim
from introplan.symbolic.budget import Budget

READING_SECONDS = 3.0
"""For reading a world in Python: as long as one waits for an explanation without a second try."""

PRINTING_SECONDS = 3.0
"""For what is worked out while it is printed, where the user has not said how much all may take:
conditions, wishes, and a bound on the score of an episode."""

INTROSPECTION_SHARE = 0.7
"""The part of what all may take that is for reading and for distances."""

READING_FRACTION = 0.6
"""The part of `--time` that reading may take: its findings have to be compared and printed."""

MAX_VARIABLES_SHOWN = 20
"""State variables of a world can be thousands of cells; the report is to fit on a screen."""


def explain_program(task: ProgramTask, arguments: argparse.Namespace) -> int:
    """Read a world in Python and print what was found; the exit code."""
    meter: Meter = arguments.allowed
    budget = READING_SECONDS if arguments.budget is None else arguments.budget
    if meter.seconds_left is not None:
        budget = min(budget, READING_FRACTION * meter.seconds_left)
    # Milestones, wishes and bounds are worked out while they are printed.
    whole = budget if arguments.budget is not None else budget + PRINTING_SECONDS
    with Budget.of(whole).being_spent():
        return _explained(task, arguments, min(budget, INTROSPECTION_SHARE * whole))


def _explained(task: ProgramTask, arguments: argparse.Namespace, budget: float) -> int:
    meter: Meter = arguments.allowed
    with progress("introspecting"), user_code(meter):
        info = introspect(task, budget=budget)
    _check_that_it_runs(info)
    _check_value(info, arguments.value)
    # What was printed before the limit stays.
    with limit_user_code(display_budget(meter), anywhere=True):
        if arguments.json:
            bound = bound_record(episode_bound(task, info))
            print_json({**introspection_record(task, info, arguments.limit), "bound": bound})
        else:
            _print_words(task, info, arguments.limit, Output.standard())
    return ExitCode.DONE


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
    out.say(task_and_aim(task))
    out.say()
    most_paid, when_paid, steps, *others = sections(info, most=limit)
    _print_section(most_paid, out)
    if (most := episode_bound(task, info)) is not None:
        out.say(f"A whole episode pays at most {display_number(most)}.")
    for section in (when_paid, steps):
        _print_section(section, out)
    if not info.heuristic.is_trivial:
        steps_left = info.heuristic(task.start)
        text = "unreachable" if math.isinf(steps_left) else f"at least {steps_left:g}"
        out.say("  from the start: ", (text, "cyan"))
    _print_changes(info, out)
    for section in others:
        _print_section(section, out)


def episode_bound(task: ProgramTask, info: Introspection) -> float | None:
    """A score that no episode exceeds, as far as it can be read off the code; None: unknown."""
    if task.wanted is Wanted.BEST_REWARD:  # an episode is not added up there
        return None
    bound = ReturnBound.of(info.details, task)(task.start, task.horizon)
    return bound if math.isfinite(bound) else None


def _print_section(section: Section, out: Output) -> None:
    lines = [f"  {line}" for line in section.lines]
    heading = section.heading
    if not out.is_terminal:  # which wraps lines itself
        heading, *lines = section.text_lines()
    if lines:
        out.say()
    out.say((heading, "bold") if lines else heading)
    for line in lines:
        out.say(line)


def _print_changes(info: Introspection, out: Output) -> None:
    out.say()
    out.say(("What can change:", "bold"))
    changing = [variable for variable in info.variables if variable.mutable]
    width = max((len(variable.name) for variable in changing), default=0)
    for variable in changing[:MAX_VARIABLES_SHOWN]:
        out.say(f"  {variable.name:{width}}  {variable.domain}")
    if len(changing) > MAX_VARIABLES_SHOWN:
        out.say(f"  ... and {len(changing) - MAX_VARIABLES_SHOWN} more")
    if not changing:
        out.say("  nothing" if info.variables else "  not known")
