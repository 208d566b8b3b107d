"""How `introplan plan` shows what it found: for people, for pipes, as JSON."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from functools import singledispatch
from typing import TYPE_CHECKING

from introplan.cli.output import Output, Span, note, print_json
from introplan.cli.process import user_code
from introplan.deferred import deferred
from introplan.introspection.relational.goals import reward_condition
from introplan.limits import LimitReached
from introplan.mdp import Task, action_text, action_texts, display_number
from introplan.planners.result import MilestoneReached, PlanResult, PlanStatus
from introplan.programs.program import ProgramTask
from introplan.relational.domain import RelationalTask
from introplan.reporting.answers import DONE, found_unproven, proofs, without_end
from introplan.reporting.records import result_record
from introplan.reporting.words import (
    NO_LIMIT,
    count_of,
    mutation_in_words,
    short_words,
    task_line,
)

if TYPE_CHECKING:
    from introplan.view import draw, page_data
else:  # the drawings take longer to load than most plans take to find
    draw, page_data = deferred("introplan.view.draw"), deferred("introplan.view.page_data")

CUT_SHORT = frozenset({PlanStatus.INCOMPLETE, PlanStatus.OUT_OF_TIME, PlanStatus.OUT_OF_MEMORY})
"""How a run ends that was stopped, perhaps in the middle of user code."""

NO_PLAN = {
    PlanStatus.UNSOLVABLE: "proven: there is no plan",
    PlanStatus.INCOMPLETE: "the planner gave up, and whether there is a plan is not known",
}


def show(task: Task, result: PlanResult, arguments: argparse.Namespace) -> None:
    """Print the result in the form that the command asks for."""
    if arguments.json:
        print_json(result_record(result))
    elif arguments.quiet:
        _print_quietly(result)
    else:
        _print_for_people(task, result)
        if arguments.show:
            _print_pictures(task, result)


def _print_pictures(task: Task, result: PlanResult) -> None:
    """The states at the start, at the milestones and at the end, drawn in letters."""
    out = Output.standard()
    with user_code():
        pictures = list(page_data.text_pictures(task, result))
    for step, picture in pictures:
        out.say()
        out.say((f"after {count_of(step, 'step')}" if step else "the start", "bold"))
        out.say(picture, wraps=False)


def _print_quietly(result: PlanResult) -> None:
    if result.plan:
        print("\n".join(action_texts(result.plan)))
    if result.status not in DONE:
        note(_why(result))


def _print_for_people(task: Task, result: PlanResult) -> None:
    out = Output.standard()
    # What the user's code has to say comes first: it may fail. Where it was stopped it may be
    # that it never returns, and a picture takes some steps.
    is_cut_short = result.status in CUT_SHORT and task.runs_user_code
    about = [] if is_cut_short else _about(task)
    steps = [] if result.plan is None else list(_steps(task, result, out))
    out.say(task_line(task))
    out.say(*about, wraps=not task.runs_user_code)
    out.say()
    for line in steps:
        out.say(*line)
    if result.plan is not None:
        out.say()
    if result.status not in DONE:
        out.say((_why(result), "yellow"))
    out.say(*_summary(result))
    if result.understood:
        out.say((result.understood, "dim"))


@singledispatch
def _about(task: Task) -> list[Span]:
    """What a relational task pays for, or a picture of where a program starts."""
    return []


@_about.register
def _(task: RelationalTask) -> list[Span]:
    if math.isinf(task.r_max):
        return [NO_LIMIT]
    condition = short_words(reward_condition(task))
    most, value = display_number(task.r_max), display_number(task.milestone_value)
    paid = f"r_max = {most}" if most == value else f"r_max <= {most}, {value} go together"
    return [f"{paid}: {condition}"]


@_about.register
def _(task: ProgramTask) -> list[Span]:
    try:
        with user_code():
            return [draw.draw_text(task)]
    except LimitReached as limit:
        return [f"no picture: {limit}"]


def _why(result: PlanResult) -> str:
    """Why there is not what was asked for."""
    if result.status is PlanStatus.HORIZON:
        return "; ".join(filter(None, (without_end(result), result.reason)))
    said = found_unproven(result) or NO_PLAN.get(result.status)
    reason = ": ".join(filter(None, (said, result.reason)))
    reason = reason or str(result.status)
    return f"{reason}; this is the best so far" if result.plan else reason


def _steps(task: Task, result: PlanResult, out: Output) -> Iterator[list[Span]]:
    """The plan with its milestones marked, its middle left out if it is too long to look at."""
    steps = result.plan or ()
    reached = {milestone.step: milestone for milestone in result.milestones}
    head, tail = out.ends_of(len(steps))
    width = len(str(len(steps)))
    for number, action in enumerate(steps, start=1):
        if number == head + 1:
            hidden = len(steps) - head - tail
            yield [(f"{'':{width}}  ... {hidden} more; --plan-file F writes all of them", "dim")]
        if number <= head or number > len(steps) - tail:
            line: list[Span] = [(f"{number:{width}}. ", "dim"), action_text(action)]
            yield [*line, *_mark(reached.get(number))]
    if not steps:
        yield ["nothing has to be done" if result.status in DONE else "no steps"]


def _mark(milestone: MilestoneReached | None) -> list[Span]:
    if milestone is None:
        return []
    mark: list[Span] = [(f"  * milestone, pays {display_number(milestone.reward)}", "bold green")]
    if (mutation := milestone.mutation) is not None:
        mark.append((f": {mutation_in_words(mutation)}", "green"))
    return mark


def _summary(result: PlanResult) -> list[Span]:
    """One line with every number."""
    method = f" by {result.method}" if result.method else ""
    spent = (
        f"{count_of(result.expanded, 'node')} expanded, {result.generated} generated, "
        f"{result.seconds:.3f} s, {result.planner}{method}, {result.engine} engine"
    )
    status: Span = (str(result.status), "bold green" if result.status in DONE else "bold yellow")
    if result.plan is None:
        return [status, f": no plan; {spent}", ", proof checked" if result.verified else ""]
    worth = (
        f": length {len(result.plan)}, cost {display_number(result.cost)}, "
        f"{result.score_text}; {spent}"
    )
    certain = ["verified" if result.verified else "not verified", *proofs(result)]
    return [status, worth, *(f", {words}" for words in certain)]
