"""`introplan view`: a page in which the plan can be played, or a drawing of the start."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from introplan.cli.arguments import Command, Parser
from introplan.cli.files import check_outputs, is_standard_output, write_bytes, write_text
from introplan.cli.output import Output, Span, note, progress
from introplan.cli.plan import add_planning_options, check_engine, planned, print_notes
from introplan.cli.process import display_budget, isolated, stoppable, user_code
from introplan.cli.tasks import files_read, task_from
from introplan.deferred import deferred
from introplan.errors import UsageError, visible
from introplan.limits import Limits, Meter
from introplan.mdp import Task, has_chance
from introplan.planners.catalogue import planner_named
from introplan.programs.user_code import limit_user_code
from introplan.reporting.answers import headline
from introplan.view.draw import draw_png, draw_svg
from introplan.view.page import page

if TYPE_CHECKING:
    from introplan import policies
    from introplan.planners.chance.result import PolicyResult
    from introplan.view import chance_page as chance_pages
else:  # most worlds have no chance
    policies = deferred("introplan.policies")
    chance_pages = deferred("introplan.view.chance_page")

SECONDS_TO_READ = 1.0
"""For what the page tells about a world in Python; most worlds are read in a tenth of it."""

PAGES, PICTURES = ("", ".html", ".htm"), (".svg", ".png")
"""What the endings of a file's name stand for."""


def configure(parser: Parser) -> None:
    """The options of `view`."""
    add_planning_options(parser)
    parser.add_argument(
        "--out", metavar="F", help="the file to write: .html, or .svg or .png of the start"
    )


def run(arguments: argparse.Namespace) -> int:
    """Plan, and write the page."""
    if arguments.out is None:
        raise UsageError("view needs --out F, the file to write, such as --out page.html")
    check_outputs({"--out": arguments.out}, files_read(arguments))
    kind = _kind_of(arguments.out)
    planner_named(arguments.planner)
    check_engine(arguments.engine)
    task = task_from(arguments)
    if kind in PICTURES:
        with user_code(display_budget(arguments.allowed)):
            picture = draw_svg(task).encode() if kind == ".svg" else draw_png(task)
        write_bytes(arguments.out, picture)
    elif has_chance(task):
        found = _policy(task, arguments)
        with progress("drawing"), limit_user_code(display_budget(arguments.allowed)), isolated():
            text = chance_pages.chance_page(task, found, seed=arguments.seed)
        write_text(arguments.out, text)
        _print_apart(arguments.out, str(found).split("\n", 1)[0])
    else:
        result = planned(task, arguments)
        print_notes(result)
        budget = SECONDS_TO_READ if arguments.budget is None else arguments.budget
        seconds = min(budget, arguments.time or budget)
        with progress("drawing"), limit_user_code(display_budget(arguments.allowed)), isolated():
            text = page(task, result, budget=seconds)
        write_text(arguments.out, text)
        _print_apart(arguments.out, headline(result))
    _print_apart(arguments.out, "written: ", (visible(arguments.out), "bold"))
    return 0


def _policy(task: Task, arguments: argparse.Namespace) -> PolicyResult:
    """A policy for a world with chance; modes of planning are not for such."""
    for name in ("planner", "optimal", "shortest", "engine"):
        if getattr(arguments, name, None) not in (None, False, "introspector"):
            raise UsageError(f"--{name} is for plans; where there is chance the page has a policy")
    limits = Limits(seconds=arguments.allowed.seconds_left, memory_mb=arguments.memory)
    meter = Meter(limits)
    with stoppable(meter), progress("looking for a policy", meter):
        found = policies.policy(task, limits, seed=arguments.seed, meter=meter)
    for line in found.notes:
        note(f"note: {line}")
    return found


def _kind_of(file: str) -> str:
    """The ending of a file's name, which says what to write."""
    kind = Path(file).suffix.lower()
    if kind not in (*PAGES, *PICTURES):
        possible = ".html or .htm for the page, .svg or .png for a picture of the start"
        raise UsageError(f"cannot write {visible(file)}: view writes {possible}")
    return kind


def _print_apart(file: str, *spans: Span) -> None:
    """Print something about the file, on standard error if the file is standard output."""
    if is_standard_output(file):
        plain = (span if isinstance(span, str) else span[0] for span in spans)
        print(*plain, sep="", file=sys.stderr)
    else:
        Output.standard().say(*spans)


COMMANDS = {
    "view": Command(
        (
            "DOMAIN PROBLEM --out F [options]",
            "NAME [--PARAMETER N ...] --out F [options]",
            "WORLD.py --out F [options]",
        ),
        """\
  introplan view my-domain.pddl my-problem.pddl --out page.html
  introplan view blocks-world --blocks 20 --seed 1 --out page.html
  introplan view my_world.py --planner greedy --time 10 --out page.html
  introplan view drawers --seed 3 --out start.svg
  introplan view examples/chance/windy.py --out page.html

The page is one file that loads nothing from anywhere. The exit code is 0 once it is written, \
whether there is a plan or not: the page says which of the three answers it is. Where there is \
chance, the page plays episodes that follow a policy.""",
        configure,
        run,
    )
}
