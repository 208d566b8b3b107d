"""`introplan validate`: replay a plan file and say what it is worth."""

from __future__ import annotations

import argparse

from introplan.cli.arguments import Command, Parser, add_json, add_task_arguments
from introplan.cli.exit_codes import ExitCode
from introplan.cli.output import Output, print_json
from introplan.cli.progress import progress
from introplan.cli.records import verdict_record
from introplan.cli.tasks import AnyTask, task_from
from introplan.errors import ModelError, UsageError
from introplan.language import parse_plan
from introplan.language.numbers import number_text
from introplan.language.reader import Word, call_text, read_nodes
from introplan.language.source import load
from introplan.programs.program import ProgramTask
from introplan.verification import Verdict, verify


def configure(parser: Parser) -> None:
    """The options of `validate`."""
    add_task_arguments(parser, metavar="DOMAIN PROBLEM PLAN")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge a plan file."""
    if len(arguments.names) < 2:
        raise UsageError("give a DOMAIN, a PROBLEM and a PLAN, or a shipped name and a PLAN")
    *names, plan_file = arguments.names
    task = task_from(arguments, names)
    with progress("replaying"):
        verdict = _judged(task, plan_file)
    if arguments.json:
        print_json(verdict_record(verdict))
    else:
        _print_for_people(verdict)
    return ExitCode.DONE if verdict.valid else ExitCode.INVALID_PLAN


def _judged(task: AnyTask, file: str) -> Verdict:
    """The verdict on a file; one that is no list of actions at all is an error instead."""
    source = load(file)
    if isinstance(task, ProgramTask):
        lines = (line.strip() for line in source.text.splitlines())
        return verify(task, [line for line in lines if line and not line.startswith(";")])
    try:
        return verify(task, parse_plan(source.text, task, file=file))
    except ModelError:
        lists = [node for node in read_nodes(source) if not isinstance(node, Word)]
        verdict = verify(task, map(call_text, lists))
        if all(map(call_text, lists)) and verdict.status is None:
            return verdict
        raise


def _print_for_people(verdict: Verdict) -> None:
    out = Output.standard()
    if verdict.valid:
        worth = f"score {number_text(verdict.score)}, cost {number_text(verdict.cost)}"
        out.say(("valid", "bold green"), f": {worth}, status {verdict.status}")
    else:
        out.say(("invalid", "bold red"), f": {verdict.reason}")


COMMAND = Command(
    "validate",
    "replay a plan and say whether it is one",
    "DOMAIN PROBLEM PLAN [--json]\n       introplan validate NAME [--PARAMETER N ...] PLAN",
    """  introplan validate my-domain.pddl my-problem.pddl plan.txt
  introplan validate blocks-world --blocks 3 --seed 1 plan.txt --json

exit codes: 0 valid, 32 invalid""",
    configure,
    run,
)
