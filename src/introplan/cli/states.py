"""`introplan states`: the reachable space, counted, listed and drawn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from introplan.cli.arguments import (
    Command,
    Parser,
    add_budget,
    add_json,
    add_task_arguments,
    add_time,
    count,
)
from introplan.cli.files import check_outputs, write_text
from introplan.cli.output import Output, note, print_json, progress
from introplan.cli.process import ExitCode, isolated
from introplan.cli.tasks import files_read, task_from
from introplan.deferred import deferred
from introplan.limits import Limits, Meter
from introplan.mdp import Task, action_text, display_number, has_chance
from introplan.programs.user_code import limit_user_code
from introplan.reporting.records import space_record
from introplan.reporting.words import count_of, task_line
from introplan.search import state_space
from introplan.search.state_space import StateSpace

if TYPE_CHECKING:
    from introplan.planners import reachable
    from introplan.view import state_graph
else:  # reading code takes some fifty modules, which most tasks do not need
    reachable = deferred("introplan.planners.reachable")
    state_graph = deferred("introplan.view.state_graph")

EXPLORING_FRACTION, EXPLORING_FRACTION_WITH_STATES = 0.75, 0.35
"""The part of `--time` for exploring; the rest is for classifying and printing. In the shipped
domains to classify takes a fifth as long as to explore, to decode the states as long again."""

ROWS = 20
"""Rows of each list: all lists together fit on a screen."""


def configure(parser: Parser) -> None:
    """The options of `states`."""
    add_task_arguments(parser)
    parser.add_argument(
        "--limit", type=count, default=100_000, metavar="N", help="at most N states (100000)"
    )
    add_time(parser)
    add_budget(parser)
    parser.add_argument(
        "--rows",
        type=count,
        default=ROWS,
        metavar="N",
        help=f"print at most N rows of a list (default {ROWS}); --json has all of them",
    )
    parser.add_argument("--list", action="store_true", help="print every state")
    parser.add_argument("--svg", metavar="F", help="draw the space into an SVG file")
    parser.add_argument("--dot", metavar="F", help="write the space as a Graphviz file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explore the space and print what there is."""
    outputs = {"--svg": arguments.svg, "--dot": arguments.dot}
    check_outputs(outputs, files_read(arguments))
    task = task_from(arguments)
    space, code = _explored(task, arguments)
    if arguments.dot is not None:
        write_text(arguments.dot, state_graph.state_graph_dot(space))
    if arguments.svg is not None:
        write_text(arguments.svg, state_graph.state_graph_svg(space))
    if arguments.json:
        print_json(space_record(space))
    else:
        _print_for_people(task, space, arguments)
    return code


def _explored(task: Task, arguments: argparse.Namespace) -> tuple[StateSpace, ExitCode]:
    """The space as far as the limits go; the exit code is 23 if it was cut by the time."""
    shows_states = arguments.list or arguments.svg is not None or arguments.dot is not None
    part = EXPLORING_FRACTION_WITH_STATES if shows_states else EXPLORING_FRACTION
    left = arguments.allowed.seconds_left
    meter = Meter(Limits(None if left is None else part * left))
    with progress("exploring", meter), limit_user_code(meter), isolated():
        # What was seen before a limit on time is kept by an exploration, not by a reading.
        explore = state_space.reachable
        if left is None or has_chance(task):
            explore = partial(reachable.reachable, budget=arguments.budget)
        space = explore(
            task, arguments.limit, meter=meter, keep_partial=True, decodes_states=shows_states
        )
    if space.is_complete or meter.seconds_left != 0:
        return space, ExitCode.DONE
    note("stopped by the limit on time; there are more states")
    return space, ExitCode.OUT_OF_TIME


def _print_for_people(task: Task, space: StateSpace, arguments: argparse.Namespace) -> None:
    out, rows = Output.standard(), arguments.rows
    out.say(task_line(task))
    more = "" if space.is_complete else ", and there are more: --limit N looks further"
    size = f"{count_of(len(space.states), 'state')}, {count_of(len(space.edges), 'transition')}"
    if space.has_chance:
        choices = count_of(sum(1 for _ in space.choices), "choice")
        outcomes = count_of(len(space.edges), "outcome")
        size = f"{count_of(len(space.states), 'state')}, {choices} with {outcomes}"
    out.say((size, "bold"), more)
    for name, numbers in (
        ("success", space.success),
        ("failure", space.failure),
        ("over", space.over),
        ("dead ends", space.dead_ends),
    ):
        if numbers or name not in ("failure", "over"):
            out.say((f"{len(numbers):,} {name}", "bold"), _numbers(numbers, rows))
    _print_rewarding(space, rows, out)
    if arguments.list:
        out.say()
        out.table(
            ("state", "facts"), ((str(n), str(s)) for n, s in enumerate(space.states, start=1))
        )


def _numbers(numbers: Sequence[int], rows: int) -> str:
    """The numbers behind a colon, cut short where there are many."""
    if not numbers:
        return ""
    shown = ", ".join(map(str, numbers[:rows]))
    hidden = len(numbers) - rows
    return f": {shown}" if hidden <= 0 else f": {shown} ... and {hidden:,} more"


def _print_rewarding(space: StateSpace, rows: int, out: Output) -> None:
    edges = space.rewarding
    out.say((f"{len(edges):,} rewarding", "bold"), ":" if edges else "")
    if edges[:rows]:
        chance = ("probability",) if space.has_chance else ()
        out.table(
            ("from", "action", "to", "reward", *chance),
            (
                (
                    str(e.source),
                    action_text(e.action),
                    str(e.target),
                    display_number(e.reward),
                    *(display_number(e.probability) for _ in chance),
                )
                for e in edges[:rows]
            ),
        )
    if len(edges) > rows:
        hidden = len(edges) - rows
        out.say((f"... and {hidden:,} more; --json has all, --rows N shows more", "dim"))


COMMANDS = {
    "states": Command(
        (
            "DOMAIN PROBLEM [options]",
            "NAME [--PARAMETER N ...] [options]",
            "WORLD.py [options]",
        ),
        """\
  introplan states bins --bins 2 --items 2
  introplan states bins --bins 2 --items 2 --svg space.svg --dot space.dot
  introplan states my-domain.pddl my-problem.pddl --limit 1000 --json
  introplan states my_world.py --time 10

exit codes: 0 done, 23 time was up: the part that was explored is printed""",
        configure,
        run,
    )
}
