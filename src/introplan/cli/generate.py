"""`introplan generate`: a problem file of a shipped domain, or a world in Python."""

from __future__ import annotations

import argparse

from introplan.cli.arguments import Command, Parser, add_domain_parameters, given_parameters
from introplan.cli.files import check_writable, write_whole
from introplan.cli.progress import progress
from introplan.domains.catalogue import SHIPPED
from introplan.domains.catalogue import generate as generated
from introplan.errors import UsageError


def configure(parser: Parser) -> None:
    """The options of `generate`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SHIPPED))
    add_domain_parameters(parser)
    parser.add_argument("--out", metavar="F", help="write to this file instead of the screen")


def run(arguments: argparse.Namespace) -> int:
    """Write a file that can be planned in."""
    if len(arguments.names) != 1:
        raise UsageError(f"give the name of one shipped domain: {', '.join(SHIPPED)}")
    check_writable(arguments.out)
    with progress("generating"):
        parameters = given_parameters(arguments)
        text = generated(arguments.names[0], seed=arguments.seed, **parameters)
    if arguments.out is None:
        print(text, end="")
    else:
        write_whole(arguments.out, text)
    return 0


COMMAND = Command(
    "generate",
    "write a problem file of a shipped domain, or a world in Python",
    "NAME [--PARAMETER N ...] [--seed N] [--out F]",
    """  introplan generate blocks-world --blocks 20 --seed 1
  introplan generate bins --bins 3 --items 10 --out problem.pddl
  introplan generate maze --width 31 --goals 3 --out my_maze.py""",
    configure,
    run,
)
