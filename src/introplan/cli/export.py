"""`introplan export`: one milestone as plain PDDL, for any other planner."""

from __future__ import annotations

import argparse
import os
import sys

from introplan.cli.arguments import Command, Parser, add_task_arguments, count
from introplan.cli.files import check_folder, check_outputs, make_folder, write_text
from introplan.cli.output import progress
from introplan.cli.tasks import files_read, task_from
from introplan.errors import UsageError
from introplan.interop.classical.export import Export, export
from introplan.mdp import world_name
from introplan.relational.domain import RelationalTask


def configure(parser: Parser) -> None:
    """The options of `export`."""
    add_task_arguments(parser)
    parser.add_argument(
        "--milestone",
        type=count,
        default=1,
        metavar="K",
        help="the K-th mutation of the start, as `explain` lists them (default 1)",
    )
    parser.add_argument("--out", metavar="DIR", help="write domain.pddl and problem.pddl there")
    parser.add_argument("--domain-out", metavar="F", help="write the domain to this file")
    parser.add_argument("--problem-out", metavar="F", help="write the problem to this file")


def run(arguments: argparse.Namespace) -> int:
    """Write two files, or print them."""
    files = _files(arguments)
    if arguments.out is None or os.path.isdir(arguments.out):
        outputs = dict(zip(("--domain-out", "--problem-out"), files, strict=True))
        check_outputs(outputs, files_read(arguments))
    else:  # a folder that is still to be made has no files to write over
        check_folder(arguments.out)
    task = task_from(arguments)
    if not isinstance(task, RelationalTask):
        raise UsageError(f"{task.name} is {world_name(task)}; only relational tasks are PDDL")
    with progress("introspecting"):
        found = export(task, arguments.milestone)
    if arguments.out is not None:
        make_folder(arguments.out)
    _write(found, *files)
    for caveat in found.caveats:
        print(f"introplan: note: {caveat}", file=sys.stderr)
    return 0


def _files(arguments: argparse.Namespace) -> tuple[str | None, str | None]:
    """Where the domain and the problem go; None is the screen. Nothing is made yet."""
    if arguments.out is None:
        return arguments.domain_out, arguments.problem_out
    if arguments.domain_out is not None or arguments.problem_out is not None:
        raise UsageError("--out names both files; leave out --domain-out and --problem-out")
    domain, problem = (os.path.join(arguments.out, f"{x}.pddl") for x in ("domain", "problem"))
    return domain, problem


def _write(found: Export, domain_file: str | None, problem_file: str | None) -> None:
    for file, text in ((domain_file, found.domain), (problem_file, found.problem)):
        if file is None:
            print(text, end="")
        else:
            write_text(file, text)


COMMANDS = {
    "export": Command(
        (
            "DOMAIN PROBLEM [--milestone K] [--out DIR | --domain-out F --problem-out F]",
            "NAME [--PARAMETER N ...] [options]",
        ),
        """\
  introplan export my-domain.pddl my-problem.pddl --milestone 2 --out m2
  introplan export bins --bins 2 --items 2 --seed 4
  introplan export drawers --domain-out d.pddl --problem-out p.pddl""",
        configure,
        run,
    )
}
