"""`introplan plan`: find a plan, show it with its milestones, say what it cost."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from introplan.api import ENGINES, certify, plan
from introplan.cli.answer import show
from introplan.cli.arguments import (
    Command,
    Parser,
    add_budget,
    add_discount,
    add_horizon,
    add_json,
    add_task_arguments,
    add_time,
    amount,
    count,
)
from introplan.cli.files import check_outputs, write_text
from introplan.cli.output import Progress, note, progress
from introplan.cli.process import ExitCode, display_budget, isolated, stoppable
from introplan.cli.tasks import files_read, task_from
from introplan.deferred import deferred
from introplan.errors import NoProofError, UsageError, visible
from introplan.limits import Limits, Meter, limit_process_memory
from introplan.mdp import Task
from introplan.pddl import print_plan
from introplan.planners.catalogue import known_names, planner_named
from introplan.planners.result import PlanResult, PlanStatus
from introplan.programs.user_code import limit_user_code
from introplan.reporting.answers import progress_text

if TYPE_CHECKING:
    from introplan.certificates import text as certificate_text
else:
    certificate_text = deferred("introplan.certificates.text")

EXIT_CODES = {
    PlanStatus.SUCCESS: ExitCode.DONE,
    PlanStatus.ENDED: ExitCode.DONE,
    PlanStatus.HORIZON: ExitCode.GAVE_UP,
    PlanStatus.UNSOLVABLE: ExitCode.UNSOLVABLE,
    PlanStatus.INCOMPLETE: ExitCode.GAVE_UP,
    PlanStatus.OUT_OF_TIME: ExitCode.OUT_OF_TIME,
    PlanStatus.OUT_OF_MEMORY: ExitCode.OUT_OF_MEMORY,
    PlanStatus.OUT_OF_NODES: ExitCode.GAVE_UP,
}


def configure(parser: Parser) -> None:
    """The options of `plan`."""
    add_planning_options(parser)
    parser.add_argument("--plan-file", metavar="F", help="write the plan to this file")
    parser.add_argument(
        "--certificate", metavar="F", help="write the proof that there is no plan to this file"
    )
    parser.add_argument("--quiet", action="store_true", help="print the plan and nothing else")
    parser.add_argument(
        "--show", action="store_true", help="draw the start, the milestones and the end as well"
    )
    add_json(parser)


def add_planning_options(parser: Parser) -> None:
    """The task, the planner and its limits."""
    add_task_arguments(parser)
    names = ", ".join(known_names())
    parser.add_argument("--planner", default="introspector", metavar="NAME", help=names)
    add_horizon(parser)
    add_discount(parser)
    add_time(parser)
    add_budget(parser)
    parser.add_argument("--nodes", type=count, metavar="N", help="expand at most N nodes")
    parser.add_argument("--memory", type=amount, metavar="MB", help="hold at most MB megabytes")
    parser.add_argument("--engine", choices=("native", "python"), help="what runs the search")
    parser.add_argument(
        "--inner",
        metavar="ENGINE",
        help="let an engine of unified-planning find the way to each milestone",
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument(
        "--optimal",
        action="store_true",
        help="the largest score, then the least cost, with a proof",
    )
    modes.add_argument(
        "--shortest",
        action="store_true",
        help="the least cost of any plan that succeeds, whatever it scores, with a proof",
    )
    modes.add_argument(
        "--improve", type=amount, metavar="S", help="find better and better plans for S seconds"
    )


def run(arguments: argparse.Namespace) -> int:
    """Plan, print, and say how it went."""
    _check(arguments)
    task = task_from(arguments)
    result = planned(task, arguments)
    print_notes(result)
    try:
        _write_plan_file(task, result, arguments.plan_file)
        result = _with_certificate(task, result, arguments)
    finally:  # a full disk must not cost the plan, nor a closed pipe the file
        with limit_user_code(display_budget(arguments.allowed)):
            show(task, result, arguments)
    return EXIT_CODES[result.status]


def print_notes(result: PlanResult) -> None:
    """Warnings in words, a line each, on standard error."""
    for text in result.notes:
        note(f"note: {' '.join(text.split())}")


def _check(arguments: argparse.Namespace) -> None:
    """Complain about options before anything takes time."""
    planner_named(arguments.planner)
    outputs = {"--plan-file": arguments.plan_file, "--certificate": arguments.certificate}
    check_outputs(outputs, files_read(arguments))
    check_engine(arguments.engine)


def check_engine(engine: str | None) -> None:
    """Complain about an engine that this build does not have."""
    if engine not in (None, *ENGINES):
        raise UsageError(
            f"the {engine} engine is not available in this build; "
            f"use --engine {' or '.join(ENGINES)}"
        )


def planned(task: Task, arguments: argparse.Namespace) -> PlanResult:
    """What the planner finds within the limits that the command gives."""
    limits = Limits(
        seconds=arguments.allowed.seconds_left,
        nodes=arguments.nodes,
        memory_mb=arguments.memory,
        reading_seconds=arguments.budget,
    )
    meter = Meter(limits)
    with _at_work("planning", meter) as known:
        improves = arguments.improve is not None
        return plan(
            task,
            arguments.planner,
            limits,
            arguments.engine,
            seed=arguments.seed,
            optimal=arguments.optimal,
            shortest=arguments.shortest,
            improve=arguments.improve,
            meter=meter,
            inner=arguments.inner,
            tell=(lambda found: known.tell(progress_text(found))) if improves else None,
        )


@contextmanager
def _at_work(what: str, meter: Meter) -> Iterator[Progress]:
    """For what takes long: it shows progress, can be stopped, and stays within its memory."""
    memory = limit_process_memory(meter.limits.memory_mb)
    with stoppable(meter), progress(what, meter) as known, memory, isolated():
        yield known


def _write_plan_file(task: Task, result: PlanResult, file: str | None) -> None:
    """Write the plan, or say that what the file holds is none of today's."""
    if file is None:
        return
    if result.plan is None:
        old = ", and what it holds is older" if os.path.isfile(file) else ""
        note(f"no plan: {visible(file)} was not written{old}")
    else:
        text = print_plan(
            result.plan,
            result.cost,
            unit_cost=not task.has_action_costs,
            is_successful=result.is_successful,
        )
        write_text(file, text)


def _with_certificate(task: Task, result: PlanResult, arguments: argparse.Namespace) -> PlanResult:
    """The result, with its proof in the file that was asked for, or a word on why not.

    That a horizon is too short proves nothing; but perhaps none would be long enough.
    """
    if arguments.certificate is None:
        return result
    if result.status not in (PlanStatus.UNSOLVABLE, PlanStatus.HORIZON):
        why = (
            "there is a plan" if result.is_successful else "it is not proven that there is no plan"
        )
        note(f"no certificate: {why}")
        return result
    meter = Meter(Limits(arguments.allowed.seconds_left, memory_mb=arguments.memory))
    try:
        with _at_work("proving", meter):
            text = certificate_text.print_certificate(certify(task, meter=meter))
    except NoProofError as error:
        note(f"no certificate: {error}")
        return result
    write_text(arguments.certificate, text)
    reason = result.reason if result.status is PlanStatus.UNSOLVABLE else ""
    return replace(result.without_plan(PlanStatus.UNSOLVABLE, reason), verified=True)


COMMANDS = {
    "plan": Command(
        (
            "DOMAIN PROBLEM [options]",
            "NAME [--PARAMETER N ...] [options]",
            "WORLD.py [options]",
        ),
        """\
  introplan plan blocks-world --blocks 20 --seed 1
  introplan plan my-domain.pddl my-problem.pddl --plan-file plan.txt
  introplan plan bins my-problem.pddl --planner greedy --json
  introplan plan drawers --drawers 3 --items 4 --inner fast-downward
  introplan plan my_world.py --planner 'mcts[500]' --seed 7
  introplan plan my_world.py --time 10 --budget 5
  introplan plan blocks-world --blocks 8 --optimal --show
  introplan plan my-domain.pddl my-problem.pddl --improve 30
  introplan plan my-domain.pddl my-problem.pddl --certificate proof.txt

The score counts, then the cost. --optimal proves that no plan scores more; --shortest asks for \
the least cost of any plan that succeeds, whatever it scores; --improve S gets better for S \
seconds.

exit codes: 0 plan found (success, or the episode ended), 11 there is no plan, 12 gave up, \
22 out of memory, 23 out of time""",
        configure,
        run,
    )
}
