"""`introplan validate`: replay a plan file and say what it is worth, or check a certificate."""

from __future__ import annotations

import argparse
from functools import singledispatch

from introplan.certificates.certificate import Bounds
from introplan.certificates.text import is_certificate, kind_of, parse_certificate
from introplan.cli.arguments import (
    Command,
    Parser,
    add_budget,
    add_discount,
    add_horizon,
    add_json,
    add_task_arguments,
)
from introplan.cli.output import Output, note, print_json, progress
from introplan.cli.process import ExitCode, user_code
from introplan.cli.tasks import check_readable, task_from
from introplan.errors import ModelError, UsageError
from introplan.mdp import Status, Task, Verdict, Wanted, display_number
from introplan.pddl import parse_plan
from introplan.pddl.reader import Source, Word, call_text, load, read_nodes
from introplan.relational.domain import RelationalTask
from introplan.reporting.records import verdict_record
from introplan.reporting.words import count_of
from introplan.verification import verify


def configure(parser: Parser) -> None:
    """The options of `validate`."""
    add_task_arguments(parser, metavar="DOMAIN PROBLEM PLAN")
    add_horizon(parser)
    add_discount(parser)
    add_budget(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Judge a plan file, or a certificate that there is no plan."""
    if len(arguments.names) < 2:
        raise UsageError("give a DOMAIN, a PROBLEM and a PLAN, or a shipped name and a PLAN")
    check_readable(arguments.names)
    *names, plan_file = arguments.names
    task = task_from(arguments, names)
    source = load(plan_file)
    if is_certificate(source.text):
        return _judge_certificate(task, source, prints_json=arguments.json)
    with progress("replaying"), user_code():
        verdict = _judged(task, source)
    if arguments.json:
        print_json(verdict_record(verdict))
    else:
        _print_for_people(task, verdict)
    return ExitCode.DONE if verdict.valid else ExitCode.INVALID_PLAN


def _judge_certificate(task: Task, source: Source, *, prints_json: bool) -> int:
    """Does the file prove that there is no plan?"""
    with progress("checking"), user_code():
        certificate = parse_certificate(source.text, task, file=source.file)
        verdict = verify(task, certificate)
    kind, size = kind_of(certificate), len(certificate)
    if prints_json:
        proof = {"certificate": kind, "size": size}
        print_json({"valid": verdict.valid, "reason": verdict.reason, **proof})
    elif verdict.valid:
        counted = count_of(size, "fact" if isinstance(certificate, Bounds) else "state")
        what = f": it proves that there is no plan ({kind}, {counted})"
        Output.standard().say(("valid", "bold green"), what)
    else:
        _print_for_people(task, verdict)
    return ExitCode.DONE if verdict.valid else ExitCode.INVALID_PLAN


@singledispatch
def _judged(task: Task, source: Source) -> Verdict:
    """The verdict on a file; one that is no list of actions at all is an error instead."""
    lines = (line.strip() for line in source.text.splitlines())
    return verify(task, [line for line in lines if line and not line.startswith(";")])


@_judged.register(RelationalTask)
def _(task: RelationalTask, source: Source) -> Verdict:
    try:
        plan = parse_plan(source.text, task, file=source.file)
        if lack := task.note_on_costs(plan):
            note(f"note: {lack}")
        return verify(task, plan)
    except ModelError:
        nodes = read_nodes(source)
        actions = [call_text(node) for node in nodes if not isinstance(node, Word)]
        verdict = verify(task, actions)
        if all(actions) and verdict.status is None:
            return verdict
        raise


def _print_for_people(task: Task, verdict: Verdict) -> None:
    out = Output.standard()
    if verdict.valid:
        discounted = "" if task.discount == 1 else f" (discount {task.discount:g})"
        score = f"score {display_number(verdict.score)}{discounted}"
        worth = f"{score}, cost {display_number(verdict.cost)}"
        status = f"status {verdict.status}{_end(task, verdict)}"
        out.say(("valid", "bold green"), f": {worth}, {status}")
    else:
        out.say(("invalid", "bold red"), f": {verdict.reason}")


def _end(task: Task, verdict: Verdict) -> str:
    """How the episode stands where the status alone does not say it."""
    if verdict.status is Status.OVER:
        return ": the episode is over, and nothing is named success"
    if verdict.status is Status.CONTINUE:
        is_used_up = task.horizon is not None and len(verdict.rewards) >= task.horizon
        return ": the horizon is reached" if is_used_up else ": the episode goes on"
    if task.wanted is Wanted.BEST_REWARD and task.r_max is None and verdict.rewards:
        paid = display_number(verdict.rewards[-1])
        tried = "and no step tried near the start pays more"
        return f": it ends with a step that pays {paid}, {tried}"
    return ""


COMMANDS = {
    "validate": Command(
        (
            "DOMAIN PROBLEM PLAN|CERTIFICATE [--horizon N] [--json]",
            "NAME [--PARAMETER N ...] PLAN|CERTIFICATE [options]",
            "WORLD.py PLAN|CERTIFICATE [options]",
        ),
        """\
  introplan validate my-domain.pddl my-problem.pddl plan.txt
  introplan validate blocks-world --blocks 3 --seed 1 plan.txt --json
  introplan validate my-domain.pddl my-problem.pddl plan.txt --horizon 8
  introplan validate my-domain.pddl my-problem.pddl no-plan.txt

A plan that was made for a horizon or a discount is validated with that one.

exit codes: 0 valid, 32 invalid""",
        configure,
        run,
    )
}
