"""`introplan explain`: what the reward asks for, and how the start would have to change.

For a relational task that is the condition that pays r_max and the mutations of the start
(Algorithms 1 to 4 of the paper); for a world in Python it is what was read off its code, and what
was not.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import singledispatch
from typing import TypeVar

from introplan.api import introspect
from introplan.cli.arguments import (
    Command,
    Parser,
    add_budget,
    add_json,
    add_task_arguments,
    add_time,
    count,
    number,
)
from introplan.cli.output import Output, note, print_json, progress
from introplan.cli.process import EXIT_CODE_OF_LIMIT, ExitCode, display_budget, user_code
from introplan.cli.tasks import task_from
from introplan.errors import UsageError
from introplan.introspection.findings import Introspection, Section, sections
from introplan.introspection.relational.goals import reward_condition
from introplan.introspection.relational.mutability import mutable_predicates
from introplan.introspection.relational.mutate import mutate_true
from introplan.limits import LimitReached, Meter, enforce_time_limit
from introplan.mdp import Task, display_number
from introplan.programs.program import ProgramTask
from introplan.programs.user_code import limit_user_code
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.formula import Formula
from introplan.relational.mutation import Mutation, count_unmet
from introplan.relational.numbers import number_text
from introplan.relational.rewards import DecisionList
from introplan.reporting.records import introspection_record, mutation_record
from introplan.reporting.words import (
    in_words,
    json_number,
    mutation_in_words,
    task_line,
)

V = TypeVar("V")

READING_SECONDS = 3.0
"""For reading a world in Python: as long as one waits for an explanation without a second try."""

READING_FRACTION = 0.6
"""The part of `--time` that reading may take: its findings have to be compared and printed."""

MAX_VARIABLES_SHOWN = 20
"""State variables of a world can be thousands of cells; the report is to fit on a screen."""

DIRECTIONS = {
    (True, True): "can become true and false",
    (True, False): "can become true, then stays",
    (False, True): "can become false, then stays",
}


def configure(parser: Parser) -> None:
    """The options of `explain`."""
    add_task_arguments(parser)
    parser.add_argument("--value", type=number, metavar="V", help="explain V instead of r_max")
    parser.add_argument(
        "--limit", type=count, default=20, metavar="N", help="show N mutations (default 20)"
    )
    add_time(parser)
    add_budget(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explain the reward of a task."""
    return _explain(task_from(arguments), arguments)


@singledispatch
def _explain(task: Task, arguments: argparse.Namespace) -> int:
    raise UsageError(f"explain reads relational tasks and worlds in Python, not {task.name}")


@_explain.register(RelationalTask)
def _(task: RelationalTask, arguments: argparse.Namespace) -> int:
    value = task.r_max if arguments.value is None else arguments.value
    _check_that_some_row_pays(task, value)
    condition = reward_condition(task, value)
    with progress("introspecting"):
        shown, is_truncated, code = _nearest_mutations(task, condition, arguments)
    if arguments.json:
        _print_record(task, value, condition, shown, is_truncated=is_truncated)
    else:
        out = Output.standard()
        _print_rows(task, out)
        _print_condition(task, value, condition, out)
        _print_mutations(task, shown, is_truncated, out)
    return code


def _nearest_mutations(
    task: RelationalTask, condition: Formula, arguments: argparse.Namespace
) -> tuple[list[Mutation], bool, ExitCode]:
    """Mutations of the start, whether there may be more, and the exit code: 23 if time is up."""
    found: list[Mutation] = []
    meter: Meter = arguments.allowed
    try:
        with enforce_time_limit(meter, anywhere=True):
            for mutation in mutate_true(task.domain, task.start, condition):
                if len(found) == arguments.limit:
                    return found, True, ExitCode.DONE
                found.append(mutation)
                meter.check()
    except LimitReached as limit:
        note(f"{limit}; there may be more mutations")
        return found, True, EXIT_CODE_OF_LIMIT[limit.reason]
    return found, False, ExitCode.DONE


def _check_that_some_row_pays(task: RelationalTask, value: float) -> None:
    if value not in task.reward.values:
        there = ", ".join(map(number_text, sorted(set(task.reward.values))))
        raise UsageError(f"no row of the reward pays {number_text(value)}; rows pay {there}")


def _print_record(
    task: RelationalTask,
    value: float,
    condition: Formula,
    shown: list[Mutation],
    *,
    is_truncated: bool,
) -> None:
    start = closed(task.domain, task.start)
    record = {
        "r_max": json_number(task.r_max),
        "value": json_number(value),
        "condition": str(condition),
        "mutable": mutable_predicates(task.domain),
        "mutations": [mutation_record(mutation, start) for mutation in shown],
        "truncated": is_truncated,
    }
    print_json(record)


def _print_rows(task: RelationalTask, out: Output) -> None:
    out.say(task_line(task))
    out.say()
    out.say(("reward of a step (the first row that holds counts)", "bold"))
    _print_list(task.reward.rows, display_number, out)
    out.say(("the episode goes on or ends (the first row that holds counts)", "bold"))
    _print_list(task.termination, str, out)


def _print_list(rows: DecisionList[V], text: Callable[[V], str], out: Output) -> None:
    values = list(map(text, rows.values))
    width = max(map(len, values))
    conditions = [*(f"if {in_words(rule.condition)}" for rule in rows.rules), "otherwise"]
    for value, condition in zip(values, conditions, strict=True):
        out.say("  ", (f"{value:>{width}}", "cyan"), f"  {condition}")
    out.say()


def _print_condition(task: RelationalTask, value: float, condition: Formula, out: Output) -> None:
    name = "r_max" if value == task.r_max else "value"
    out.say((f"{name} = {display_number(value)}", "bold"), " is paid when")
    out.say(f"  {in_words(condition)}")
    out.say(f"  {condition}")
    out.say()
    out.say(("what can change", "bold"))
    mutable = mutable_predicates(task.domain)
    changing = list(dict.fromkeys([*mutable["true"], *mutable["false"]]))
    width = max(map(len, changing), default=0)
    for name in changing:
        directions = (name in mutable["true"], name in mutable["false"])
        out.say(f"  {name:{width}}  {DIRECTIONS[directions]}")
    if not changing:
        out.say("  nothing")
    out.say()


def _print_mutations(
    task: RelationalTask, shown: list[Mutation], is_truncated: bool, out: Output
) -> None:
    start = closed(task.domain, task.start)
    out.say(("mutations of the start, nearest first", "bold"))
    for position, mutation in enumerate(shown, start=1):
        words = mutation_in_words(mutation, start.facts)
        distance = f"distance {count_unmet(start, mutation)}"
        out.say(f"  {position:2}. ", (distance, "cyan"), f": {words}")
    if is_truncated:
        out.say("  ... and more; --limit N shows more")
    elif not shown:
        out.say("  none: nothing that can happen from here is paid this much")


@_explain.register(ProgramTask)
def _(task: ProgramTask, arguments: argparse.Namespace) -> int:
    meter: Meter = arguments.allowed
    budget = READING_SECONDS if arguments.budget is None else arguments.budget
    if meter.seconds_left is not None:
        budget = min(budget, READING_FRACTION * meter.seconds_left)
    with progress("introspecting"), user_code(meter):
        info = introspect(task, budget=budget)
    _check_that_it_runs(info)
    _check_value(info, arguments.value)
    # Milestones and distances are worked out while they are printed: that is limited as well, and
    # what was printed before the limit stays.
    with limit_user_code(display_budget(meter), anywhere=True):
        if arguments.json:
            print_json(introspection_record(task, info, arguments.limit))
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
    out.say(task_line(task))
    out.say()
    most_paid, when_paid, steps, *others = sections(info, most=limit)
    for section in (most_paid, when_paid, steps):
        _print_section(section, out)
    steps_left = info.heuristic(task.start)
    text = "unreachable" if math.isinf(steps_left) else f"at least {steps_left:g}"
    out.say("  from the start: ", (text, "cyan"))
    _print_changes(info, out)
    for section in others:
        _print_section(section, out)


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


COMMANDS = {
    "explain": Command(
        (
            "DOMAIN PROBLEM [options]",
            "NAME [--PARAMETER N ...] [options]",
            "WORLD.py [options]",
        ),
        """\
  introplan explain bins --bins 2 --items 2
  introplan explain my-domain.pddl my-problem.pddl --limit 5 --json
  introplan explain bins --bins 2 --items 2 --value 0
  introplan explain my_world.py --budget 10
  introplan explain grid --distance 5 --json

exit codes: 0 explained, 23 time was up: what was found by then is printed""",
        configure,
        run,
    )
}
