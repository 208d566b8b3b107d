"""`introplan policy`: what to do where there is chance, and what is to be expected of it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from introplan.cli.arguments import (
    Command,
    Parser,
    add_discount,
    add_horizon,
    add_json,
    add_task_arguments,
    add_time,
    amount,
    count,
)
from introplan.cli.files import check_outputs, write_text
from introplan.cli.output import Output, note, print_json, progress
from introplan.cli.process import ExitCode, display_budget, stoppable
from introplan.cli.tasks import files_read, task_from
from introplan.deferred import deferred
from introplan.limits import Limits, Meter, limit_process_memory
from introplan.planners.chance.result import PolicyResult
from introplan.policies import policy
from introplan.programs.user_code import limit_user_code
from introplan.reporting.policies import evaluation_record, policy_record
from introplan.verification.policies import Evaluation, evaluate

if TYPE_CHECKING:
    from introplan.view import policy_pictures as pictures
else:  # most runs draw nothing
    pictures = deferred("introplan.view.policy_pictures")

MAX_ACTIONS_SHOWN = 20
"""Actions of the start that are listed; the best come first."""


def configure(parser: Parser) -> None:
    """The options of `policy`."""
    add_task_arguments(parser)
    add_horizon(parser)
    add_discount(parser)
    add_time(parser)
    parser.add_argument(
        "--step-time",
        type=amount,
        metavar="S",
        help="a decision that is made by sampling may take S seconds",
    )
    parser.add_argument(
        "--runs", type=count, metavar="N", help="simulate N episodes as well, drawn by --seed"
    )
    parser.add_argument("--memory", type=amount, metavar="MB", help="hold at most MB megabytes")
    parser.add_argument("--svg", metavar="F", help="draw the policy into an SVG file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Find a policy, print what it is worth, and simulate it if asked."""
    check_outputs({"--svg": arguments.svg}, files_read(arguments))
    task = task_from(arguments)
    limits = Limits(seconds=arguments.allowed.seconds_left, memory_mb=arguments.memory)
    meter = Meter(limits)
    memory = limit_process_memory(arguments.memory)
    with stoppable(meter), progress("looking for a policy", meter), memory:
        found = policy(task, limits, arguments.step_time or None, seed=arguments.seed, meter=meter)
    judged: Evaluation | None = None
    if arguments.runs:
        with progress("simulating"), limit_user_code(display_budget(arguments.allowed)):
            judged = evaluate(task, found, runs=arguments.runs, seed=arguments.seed)
    if arguments.svg is not None:
        with limit_user_code(display_budget(arguments.allowed)):
            write_text(arguments.svg, pictures.policy_svg(found))
    for text in found.notes:
        note(f"note: {text}")
    with limit_user_code(display_budget(arguments.allowed)):
        options = found.explain(task.start).options[:MAX_ACTIONS_SHOWN]
        if arguments.json:
            record = policy_record(found, options)
            record["evaluation"] = None if judged is None else evaluation_record(judged)
            print_json(record)
        else:
            _print_for_people(found, judged, [str(option) for option in options])
    return ExitCode.DONE


def _print_for_people(found: PolicyResult, judged: Evaluation | None, options: list[str]) -> None:
    out = Output.standard()
    for line in str(found).split("\n"):
        if not line.startswith("note: "):
            out.say(line)
    if options:
        out.say("what the actions of the start are worth:")
    for option in options:
        out.say(f"  {option}")
    if judged is not None:
        out.say(f"simulated: {judged}")


COMMANDS = {
    "policy": Command(
        (
            "DOMAIN PROBLEM [options]",
            "NAME [--PARAMETER N ...] [options]",
            "WORLD.py [options]",
        ),
        """\
  introplan policy examples/chance/tireworld.pddl examples/chance/tireworld-1.pddl
  introplan policy examples/chance/windy.py --runs 1000
  introplan policy examples/chance/windy.py --svg policy.svg
  introplan policy my_world.py --horizon 40 --time 10 --step-time 0.1 --json

The value is the expected score of an episode. Where all states fit in memory the policy is the \
best one, and that is proven; else it looks ahead by sampling.""",
        configure,
        run,
    )
}
