"""`introplan explain`: what the reward asks for, and how the start would have to change.

For a relational task that is the condition that pays r_max and the mutations of the start
(Algorithms 1 to 4 of the paper); for a world in Python it is what was read off its code, and what
was not.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import singledispatch
from typing import TYPE_CHECKING, TypeVar

from introplan.cli.arguments import (
    Command,
    Parser,
    add_budget,
    add_json,
    add_task_arguments,
    add_time,
    count,
    number,
)
from introplan.cli.output import Output, note, print_json, progress
from introplan.cli.process import EXIT_CODE_OF_LIMIT, ExitCode
from introplan.cli.tasks import task_from
from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.introspection.relational.goals import reward_condition
from introplan.introspection.relational.mutate import mutate_true
from introplan.introspection.relational.wishes import relational_wishes
from introplan.limits import LimitReached, Meter, enforce_time_limit
from introplan.mdp import Task, display_number
from introplan.programs.program import ProgramTask
from introplan.relational.arithmetic import number_text
from introplan.relational.determinized import determinized
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.formula import Formula, declare
from introplan.relational.mutability import mutable_predicates
from introplan.relational.mutation import Mutation, count_unmet
from introplan.relational.numbers import expression_text
from introplan.relational.rewards import DecisionList
from introplan.reporting.records import bound_record, mutation_record
from introplan.reporting.words import (
    NO_LIMIT,
    in_words,
    json_number,
    mutation_in_words,
    task_and_aim,
)
from introplan.search.score_bound import score_bound, signed_constant, signed_weights

if TYPE_CHECKING:
    from introplan.cli import explain_chance, explain_programs
else:  # reading code takes some fifty modules, which relational tasks do not need
    explain_chance = deferred("introplan.cli.explain_chance")
    explain_programs = deferred("introplan.cli.explain_programs")

V = TypeVar("V")

MAX_LEFT_OUT_SHOWN = 20
"""Terms of a sum that cannot be had together with others; the report is to fit on a screen."""

DIRECTIONS = {
    (True, True): "can become true and false",
    (True, False): "can become true, then stays",
    (False, True): "can become false, then stays",
}


def configure(parser: Parser) -> None:
    """The options of `explain`."""
    add_task_arguments(parser)
    parser.add_argument("--value", type=number, metavar="V", help="explain V instead of r_max")
    parser.add_argument(
        "--limit", type=count, default=20, metavar="N", help="show N mutations (default 20)"
    )
    add_time(parser)
    add_budget(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explain the reward of a task."""
    return _explain(task_from(arguments), arguments)


@singledispatch
def _explain(task: Task, arguments: argparse.Namespace) -> int:
    """Kinds of worlds that are not read are looked at."""
    return explain_chance.explain_seen(task, arguments)


@_explain.register(RelationalTask)
def _(task: RelationalTask, arguments: argparse.Namespace) -> int:
    value = task.milestone_value if arguments.value is None else arguments.value
    _check_that_some_row_pays(task, value)
    condition = reward_condition(task, value)
    with progress("introspecting"):
        shown, is_truncated, code = _nearest_mutations(determinized(task), condition, arguments)
    if arguments.json:
        _print_record(task, value, condition, shown, is_truncated=is_truncated)
    else:
        out = Output.standard()
        _print_rows(task, out)
        _print_condition(task, value, condition, out)
        if task.has_chance:
            explain_chance.print_draws(task, out)
        _print_mutations(task, shown, is_truncated, out)
    return code


def _nearest_mutations(
    task: RelationalTask, condition: Formula, arguments: argparse.Namespace
) -> tuple[list[Mutation], bool, ExitCode]:
    """Mutations of the start, whether there may be more, and the exit code: 23 if time is up."""
    found: list[Mutation] = []
    meter: Meter = arguments.allowed
    try:
        with enforce_time_limit(meter, anywhere=True):
            for mutation in mutate_true(task.domain, task.start, condition):
                if len(found) == arguments.limit:
                    return found, True, ExitCode.DONE
                found.append(mutation)
                meter.check()
    except LimitReached as limit:
        note(f"{limit}; there may be more mutations")
        return found, True, EXIT_CODE_OF_LIMIT[limit.reason]
    return found, False, ExitCode.DONE


def _check_that_some_row_pays(task: RelationalTask, value: float) -> None:
    if task.reward.sums:
        return  # `reward_condition` says what can be asked for
    if value not in task.reward.values:
        there = ", ".join(map(number_text, sorted(set(task.reward.values))))
        raise UsageError(f"no row of the reward pays {number_text(value)}; rows pay {there}")


def _print_record(
    task: RelationalTask,
    value: float,
    condition: Formula,
    shown: list[Mutation],
    *,
    is_truncated: bool,
) -> None:
    start = closed(task.domain, task.start)
    record = {
        "r_max": bound_record(task.r_max),
        "value": json_number(value),
        "condition": str(condition),
        "wishes": [
            {"weight": json_number(w.weight), "condition": str(w.condition), "wanted": w.wanted}
            for w in relational_wishes(task)
        ],
        "bound": bound_record(episode_bound(task)),
        "mutable": mutable_predicates(determinized(task).domain),
        "mutations": [mutation_record(mutation, start) for mutation in shown],
        "truncated": is_truncated,
    }
    if task.has_chance:
        record["draws"] = explain_chance.draw_records(task)
    print_json(record)


def _print_rows(task: RelationalTask, out: Output) -> None:
    out.say(task_and_aim(task))
    out.say()
    _print_sums(task, out)
    if task.reward.rows.rules or not task.reward.sums:
        more = ", added to the sums" if task.reward.sums else ""
        out.say((f"reward of a step (the first row that holds counts{more})", "bold"))
        _print_list(task.reward.rows, display_number, out)
    out.say(("the episode goes on or ends (the first row that holds counts)", "bold"))
    _print_list(task.termination, str, out)


def _print_sums(task: RelationalTask, out: Output) -> None:
    """The sums of the reward: what counts once for each choice of objects."""
    sums, amounts = task.stated_reward.sums, task.stated_reward.amounts
    if not sums and not amounts:
        return
    out.say(("each step pays the sum of", "bold"))
    rows = [(display_number(row.value), row.variables, row.condition) for row in sums]
    rows += [(expression_text(a.expression), a.variables, a.condition) for a in amounts]
    width = max(len(value) for value, _, _ in rows)
    for value, variables, condition in rows:
        objects = f" for each {declare(variables)[1:-1]}" if variables else ""
        words = in_words(condition)
        out.say("  ", (f"{value:>{width}}", "cyan"), f"{objects} if {words}")
    out.say()


def _print_list(rows: DecisionList[V], text: Callable[[V], str], out: Output) -> None:
    values = list(map(text, rows.values))
    width = max(map(len, values))
    conditions = [*(f"if {in_words(rule.condition)}" for rule in rows.rules), "otherwise"]
    for value, condition in zip(values, conditions, strict=True):
        out.say("  ", (f"{value:>{width}}", "cyan"), f"  {condition}")
    out.say()


def _print_condition(task: RelationalTask, value: float, condition: Formula, out: Output) -> None:
    if math.isinf(task.r_max):
        out.say(f"{NO_LIMIT}: numbers that change are paid")
    if value == task.r_max:
        out.say((f"r_max = {display_number(value)}", "bold"), " is paid when")
    elif task.reward.sums and not math.isinf(task.r_max):
        _print_aim(task, out)
    else:
        out.say((f"value = {display_number(value)}", "bold"), " is paid when")
    out.say(f"  {in_words(condition)}")
    out.say(f"  {condition}")
    if (most := episode_bound(task)) is not None:
        out.say((f"a whole episode pays at most {display_number(most)}", "bold"))
    out.say()
    out.say(("what can change", "bold"))
    mutable = mutable_predicates(determinized(task).domain)
    changing = list(dict.fromkeys([*mutable["true"], *mutable["false"]]))
    width = max(map(len, changing), default=0)
    for name in changing:
        directions = (name in mutable["true"], name in mutable["false"])
        out.say(f"  {name:{width}}  {DIRECTIONS[directions]}")
    functions = sorted(task.domain.changing_functions)
    for name in functions:
        out.say(f"  {name:{width}}  is a number that changes")
    if not changing and not functions:
        out.say("  nothing")
    out.say()


def _print_aim(task: RelationalTask, out: Output) -> None:
    """Not all of a sum can be had at once: what is left out, and what is left to aim for."""
    most, value = display_number(task.r_max), display_number(task.milestone_value)
    out.say((f"r_max <= {most}", "bold"), ": no step pays more; not all of it goes together")
    for formula in task.aim.left_out[:MAX_LEFT_OUT_SHOWN]:
        out.say(f"  left out: {in_words(formula)}")
    if len(task.aim.left_out) > MAX_LEFT_OUT_SHOWN:
        out.say(f"  ... and {len(task.aim.left_out) - MAX_LEFT_OUT_SHOWN} more")
    out.say((f"value = {value}", "bold"), " at least is paid when")


def episode_bound(task: RelationalTask) -> float | None:
    """A score that no episode exceeds, as far as it can be read off the rows; None: unknown."""
    if task.is_classical or task.is_paid_once:  # paid once, and r_max says how much
        return None
    if task.has_chance:  # the bound looks at one outcome of an action
        return None
    bound, discount = score_bound(task), task.discount
    weights, facts = signed_weights(bound), closed(task.domain, task.start).facts
    most = signed_constant(bound) + sum(w for literal, w in weights.items() if literal in facts)
    moves = math.inf if task.horizon is None else task.horizon
    if discount < 1:
        moves = (1 - discount**moves) / (1 - discount)
    if bound.per_step > 0:
        most += bound.per_step * moves
    return most / bound.scale if math.isfinite(most) else None


def _print_mutations(
    task: RelationalTask, shown: list[Mutation], is_truncated: bool, out: Output
) -> None:
    start = closed(task.domain, task.start)
    lucky = ", if draws turn out well" if task.has_chance else ""
    out.say((f"mutations of the start{lucky}, nearest first", "bold"))
    for position, mutation in enumerate(shown, start=1):
        words = mutation_in_words(mutation, start.facts)
        distance = f"distance {count_unmet(start, mutation)}"
        out.say(f"  {position:2}. ", (distance, "cyan"), f": {words}")
    if is_truncated:
        out.say("  ... and more; --limit N shows more")
    elif not shown:
        out.say("  none: nothing that can happen from here is paid this much")


@_explain.register(ProgramTask)
def _(task: ProgramTask, arguments: argparse.Namespace) -> int:
    return explain_programs.explain_program(task, arguments)


COMMANDS = {
    "explain": Command(
        (
            "DOMAIN PROBLEM [options]",
            "NAME [--PARAMETER N ...] [options]",
            "WORLD.py [options]",
        ),
        """\
  introplan explain bins --bins 2 --items 2
  introplan explain my-domain.pddl my-problem.pddl --limit 5 --json
  introplan explain bins --bins 2 --items 2 --value 0
  introplan explain my_world.py --budget 10
  introplan explain grid --distance 5 --json

exit codes: 0 explained, 23 time was up: what was found by then is printed""",
        configure,
        run,
    )
}
