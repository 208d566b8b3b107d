"""`introplan view`: a page in which the plan can be played, or a drawing of the start."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from introplan.cli.arguments import Command, Parser
from introplan.cli.files import check_writable, is_standard_output, write_bytes, write_whole
from introplan.cli.hosting import hosting, hosting_until, last_moments
from introplan.cli.output import Output, Span
from introplan.cli.plan import add_planning_options, check_engine, planned
from introplan.cli.progress import progress
from introplan.cli.tasks import files_read, task_from
from introplan.errors import UsageError, visible
from introplan.planners.catalogue import planner_named
from introplan.programs.alarm import alarmed
from introplan.reporting.answers import headline
from introplan.view.draw import draw_png, draw_svg
from introplan.view.page import page

SECONDS_TO_READ = 1.0

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
    check_writable(arguments.out, files_read(arguments))
    kind = _kind_of(arguments.out)
    planner_named(arguments.planner)
    check_engine(arguments.engine)
    task = task_from(arguments)
    if kind in PICTURES:
        with hosting_until(last_moments(arguments.allowed)):
            picture = draw_svg(task).encode() if kind == ".svg" else draw_png(task)
        write_bytes(arguments.out, picture)
    else:
        result = planned(task, arguments)
        limit = arguments.time
        with progress("drawing"), alarmed(last_moments(arguments.allowed)), hosting():
            text = page(task, result, budget=min(SECONDS_TO_READ, limit or SECONDS_TO_READ))
        write_whole(arguments.out, text)
        _tell(arguments.out, headline(result))
    _tell(arguments.out, "written: ", (visible(arguments.out), "bold"))
    return 0


def _kind_of(file: str) -> str:
    """The ending of a file's name, which says what to write."""
    kind = Path(file).suffix.lower()
    if kind not in (*PAGES, *PICTURES):
        possible = ".html or .htm for the page, .svg or .png for a picture of the start"
        raise UsageError(f"cannot write {visible(file)}: view writes {possible}")
    return kind


def _tell(file: str, *spans: Span) -> None:
    """Say something about the file, but not into it."""
    if is_standard_output(file):
        plain = (span if isinstance(span, str) else span[0] for span in spans)
        print(*plain, sep="", file=sys.stderr)
    else:
        Output.standard().say(*spans)


COMMAND = Command(
    "view",
    "write a page in which the plan can be played",
    "DOMAIN PROBLEM --out F [options]\n       introplan view NAME [--PARAMETER N ...] --out F"
    "\n       introplan view WORLD.py --out F",
    """  introplan view my-domain.pddl my-problem.pddl --out page.html
  introplan view blocks-world --blocks 20 --seed 1 --out page.html
  introplan view my_world.py --planner greedy --time 10 --out page.html
  introplan view drawers --seed 3 --out start.svg

The page is one file that loads nothing from anywhere. The exit code is 0 once it is written,
whether there is a plan or not: the page says which of the three answers it is.""",
    configure,
    run,
)
