"""`introplan states`: the reachable space, counted, listed and drawn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from introplan.cli.arguments import Command, Parser, add_json, add_task_arguments, count
from introplan.cli.files import check_writable, write_whole
from introplan.cli.hosting import hosting
from introplan.cli.output import Output, print_json
from introplan.cli.progress import progress
from introplan.cli.records import space_record
from introplan.cli.tasks import files_read, task_from
from introplan.limits import Meter
from introplan.mdp import Task, action_text
from introplan.pddl.formulas import number_text
from introplan.reporting.words import count_of, task_line
from introplan.search.state_space import StateSpace, reachable
from introplan.view.state_graph import state_graph_dot, state_graph_svg


def configure(parser: Parser) -> None:
    """The options of `states`."""
    add_task_arguments(parser)
    parser.add_argument(
        "--limit", type=count, default=100_000, metavar="N", help="at most N states (100000)"
    )
    parser.add_argument("--list", action="store_true", help="print every state")
    parser.add_argument("--svg", metavar="F", help="draw the space into an SVG file")
    parser.add_argument("--dot", metavar="F", help="write the space as a Graphviz file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explore the space and say what there is."""
    check_writable(arguments.svg, files_read(arguments))
    check_writable(arguments.dot, files_read(arguments))
    task = task_from(arguments)
    meter = Meter()
    with progress("exploring", meter), hosting():
        space = reachable(task, arguments.limit, meter=meter)
    if arguments.dot is not None:
        write_whole(arguments.dot, state_graph_dot(space))
    if arguments.svg is not None:
        write_whole(arguments.svg, state_graph_svg(space))
    if arguments.json:
        print_json(space_record(space))
    else:
        _print_for_people(task, space, lists_states=arguments.list)
    return 0


def _print_for_people(task: Task, space: StateSpace, *, lists_states: bool) -> None:
    out = Output.standard()
    out.say(task_line(task))
    more = "" if space.is_complete else ", and there are more: --limit N looks further"
    size = f"{count_of(len(space.states), 'state')}, {count_of(len(space.edges), 'transition')}"
    out.say((size, "bold"), more)
    for name, numbers in (
        ("success", space.success),
        ("failure", space.failure),
        ("dead ends", space.dead_ends),
    ):
        if numbers or name != "failure":
            out.say((f"{len(numbers)} {name}", "bold"), _numbers(numbers, out))
    out.say((f"{len(space.rewarding)} rewarding", "bold"), ":" if space.rewarding else "")
    _print_rewarding(space, out)
    if lists_states:
        out.say()
        out.table(
            ("state", "facts"), ((str(n), str(s)) for n, s in enumerate(space.states, start=1))
        )


def _numbers(numbers: Sequence[int], out: Output) -> str:
    """The numbers behind a colon, the many cut short on a terminal."""
    if not numbers:
        return ""
    head, tail = out.ends_of(len(numbers))
    shown = [*map(str, numbers[:head])]
    return f": {', '.join([*shown, f'... {len(numbers) - head} more'] if tail else shown)}"


def _print_rewarding(space: StateSpace, out: Output) -> None:
    if not space.rewarding:
        return
    head, tail = out.ends_of(len(space.rewarding))
    out.table(
        ("from", "action", "to", "reward"),
        (
            (str(e.source), action_text(e.action), str(e.target), number_text(e.reward))
            for e in space.rewarding[:head]
        ),
    )
    if tail:
        out.say((f"... {len(space.rewarding) - head} more", "dim"))


COMMAND = Command(
    "states",
    "count, list and draw the reachable states",
    "DOMAIN PROBLEM [options]\n       introplan states NAME [--PARAMETER N ...] [options]",
    """  introplan states bins --bins 2 --items 2
  introplan states bins --bins 2 --items 2 --svg space.svg --dot space.dot
  introplan states my-domain.pddl my-problem.pddl --limit 1000 --json""",
    configure,
    run,
)
