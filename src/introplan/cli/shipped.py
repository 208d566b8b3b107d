"""`introplan domains`, `planners` and `generate`: what is shipped, and files of it."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from introplan.cli.arguments import (
    Command,
    Parser,
    add_domain_parameters,
    add_json,
    given_parameters,
)
from introplan.cli.files import check_outputs, write_text
from introplan.cli.output import Output, print_json, progress
from introplan.domains.catalogue import (
    SHIPPED,
    ShippedDomain,
    domain_path,
    generate,
    shipped_domain,
)
from introplan.errors import UsageError
from introplan.planners.catalogue import PLANNERS, Planner, planner_named
from introplan.reporting.records import Record


def configure(parser: Parser) -> None:
    """The options of both lists."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="more about this one")
    add_json(parser)


def run_domains(arguments: argparse.Namespace) -> int:
    """List the domains, or print the file of one."""
    name = _one_name(arguments)
    if name is not None:
        shipped = shipped_domain(name)
        text = domain_path(name).read_text(encoding="utf-8")
        if arguments.json:
            print_json({**_domain_record(shipped), "text": text})
        else:
            print(text, end="")
    elif arguments.json:
        print_json({"domains": [_domain_record(d) for d in SHIPPED.values()]})
    else:
        rows = ((d.name, _options(d), d.description) for d in SHIPPED.values())
        Output.standard().table(("domain", "parameters", "about"), rows)
    return 0


def run_planners(arguments: argparse.Namespace) -> int:
    """List the planners, or one of them."""
    name = _one_name(arguments)
    planners = list(PLANNERS.values()) if name is None else [planner_named(name)]
    if arguments.json:
        records = [_planner_record(planner) for planner in planners]
        print_json({"planners": records} if name is None else records[0])
    else:
        Output.standard().table(("planner", "about"), ((p.pattern, p.summary) for p in planners))
    return 0


def _one_name(arguments: argparse.Namespace) -> str | None:
    if len(arguments.names) > 1:
        raise UsageError(f"one name at most, got {' '.join(map(repr, arguments.names))}")
    return arguments.names[0] if arguments.names else None


def _options(shipped: ShippedDomain) -> str:
    return " ".join(f"--{p.name} {p.default}" for p in shipped.parameters)


def _domain_record(shipped: ShippedDomain) -> Record:
    return {
        "name": shipped.name,
        "description": shipped.description,
        "parameters": [asdict(parameter) for parameter in shipped.parameters],
    }


def _planner_record(planner: Planner) -> Record:
    return {"name": planner.pattern, "summary": planner.summary}


def configure_generate(parser: Parser) -> None:
    """The options of `generate`."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SHIPPED))
    add_domain_parameters(parser)
    parser.add_argument("--out", metavar="F", help="write to this file instead of the screen")


def run_generate(arguments: argparse.Namespace) -> int:
    """Write a file that can be planned in."""
    if len(arguments.names) != 1:
        raise UsageError(f"give the name of one shipped domain: {', '.join(SHIPPED)}")
    check_outputs({"--out": arguments.out})
    with progress("generating"):
        parameters = given_parameters(arguments)
        text = generate(arguments.names[0], seed=arguments.seed, **parameters)
    if arguments.out is None:
        print(text, end="")
    else:
        write_text(arguments.out, text)
    return 0


COMMANDS = {
    "domains": Command(
        ("[NAME] [--json]",),
        """\
  introplan domains
  introplan domains bins > my-bins.pddl""",
        configure,
        run_domains,
    ),
    "planners": Command(
        ("[NAME] [--json]",),
        """\
  introplan planners
  introplan planners --json""",
        configure,
        run_planners,
    ),
    "generate": Command(
        ("NAME [--PARAMETER N ...] [--seed N] [--out F]",),
        """\
  introplan generate blocks-world --blocks 20 --seed 1
  introplan generate bins --bins 3 --items 10 --out problem.pddl
  introplan generate maze --width 31 --goals 3 --out my_maze.py""",
        configure_generate,
        run_generate,
    ),
}
