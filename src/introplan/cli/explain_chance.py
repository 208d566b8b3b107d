"""`introplan explain` for worlds that are not read: what looking at all of them shows.

Worlds with chance in Python, and kinds of worlds that have no reader. What is paid is counted over
all outcomes of all actions in all states, so nothing is said that could turn out otherwise; where
not all states were seen, that is said. Of models in PPDDL what is drawn is printed here.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.api import wishes
from introplan.cli.output import Output, print_json, progress
from introplan.cli.process import ExitCode, display_budget, user_code
from introplan.errors import UsageError
from introplan.limits import Limits, Meter
from introplan.mdp import Task, action_text, display_number
from introplan.pddl.printer import print_chance
from introplan.planners.reachable import reachable
from introplan.programs.user_code import limit_user_code
from introplan.relational.domain import RelationalTask
from introplan.reporting.words import count_of, json_number, task_and_aim
from introplan.search.state_space import StateSpace
from introplan.symbolic.terms.render import clipped

MAX_STATES, MAX_SECONDS = 20_000, 10.0
"""States that are looked at, and for how long unless `--time` says otherwise."""

READING_SECONDS = 3.0

MAX_REWARDS, MAX_ACTIONS, MAX_LETTERS = 12, 12, 60
"""Lines of each list, and letters of a state in them."""


@dataclass(slots=True)
class Seen:
    """What is paid, and what is drawn, over all states that were seen."""

    space: StateSpace
    paid: dict[float, list[Any]] = field(default_factory=dict)
    """For each reward the number of outcomes that pay it, and the first of them."""
    draws: dict[str, list[int]] = field(default_factory=dict)
    """For each action: in how many states it can be done, in how many of them it draws, and the
    largest number of outcomes."""

    @property
    def most(self) -> float | None:
        """The largest reward."""
        return max(self.paid, default=None)


def seen_in(space: StateSpace) -> Seen:
    """Count."""
    found = Seen(space)
    for outcomes in space.choices:
        counts = found.draws.setdefault(action_text(outcomes[0].action), [0, 0, 0])
        counts[0] += 1
        counts[1] += len(outcomes) > 1
        counts[2] = max(counts[2], len(outcomes))
        for edge in outcomes:
            entry = found.paid.setdefault(edge.reward, [0, edge])
            entry[0] += 1
    return found


def explain_seen(task: Task, arguments: argparse.Namespace) -> int:
    """Look at a world and print what was found; the exit code."""
    if arguments.value is not None:
        raise UsageError("--value is for rewards given as rows; leave it out")
    meter: Meter = arguments.allowed
    left = MAX_SECONDS if meter.seconds_left is None else 0.6 * meter.seconds_left
    with progress("looking at all states"), user_code(meter):
        space = reachable(
            task, MAX_STATES, max_depth=task.horizon, meter=Meter(Limits(left)), keep_partial=True
        )
    found = seen_in(space)
    budget = READING_SECONDS if arguments.budget is None else arguments.budget
    with limit_user_code(display_budget(meter)):
        read, reason = _wishes(task, budget)
        if arguments.json:
            print_json(_record(found, read, reason))
        else:
            _print(task, found, read, reason)
    return ExitCode.DONE


def _wishes(task: Task, budget: float) -> tuple[list[Any], str]:
    """The reward as wishes, or why it is not read."""
    try:
        return wishes(task, budget), ""
    except UsageError as problem:
        return [], str(problem)


def _record(found: Seen, read: list[Any], reason: str) -> dict[str, Any]:
    return {
        "r_max": None if found.most is None else json_number(found.most),
        "complete": found.space.is_complete,
        "states": len(found.space.states),
        "pays": [
            {"reward": json_number(reward), "outcomes": count}
            for reward, (count, _) in sorted(found.paid.items(), reverse=True)
        ],
        "wishes": [
            {"weight": json_number(w.weight), "condition": str(w.condition), "wanted": w.wanted}
            for w in read
        ],
        "wishes_not_read": reason,
        "draws": [
            {"action": action, "states": states, "draws_in": drawing, "outcomes": most}
            for action, (states, drawing, most) in found.draws.items()
        ],
    }


def _print(task: Task, found: Seen, read: list[Any], reason: str) -> None:
    out, space = Output.standard(), found.space
    out.say(task_and_aim(task))
    known = "all of them were seen" if space.is_complete else "and there are more"
    out.say(f"{count_of(len(space.states), 'state')}, {known}")
    out.say()
    if found.most is None:
        out.say("nothing can be done in the start")
        return
    sure = "" if space.is_complete else " at least, as far as was seen"
    out.say(
        (f"r_max = {display_number(found.most)}", "bold"), f" is the most that a step pays{sure}"
    )
    for line in _paid_lines(found):
        out.say(f"  {line}")
    out.say()
    if read:
        out.say(("what the reward says, with x before the step and x' after it", "bold"))
        for wish in read:
            out.say(f"  {wish}")
    else:
        out.say(("the reward was not read", "bold"), f": {reason}")
    out.say()
    out.say(("what is drawn", "bold"))
    for line in _draw_lines(found):
        out.say(f"  {line}")


def _paid_lines(found: Seen) -> Iterator[str]:
    paid = sorted(found.paid.items(), reverse=True)
    width = max(len(display_number(reward)) for reward, _ in paid[:MAX_REWARDS])
    for reward, (count, edge) in paid[:MAX_REWARDS]:
        source, target = (_text(found.space.states[n - 1]) for n in (edge.source, edge.target))
        example = f"{action_text(edge.action)} from {source} to {target}"
        outcomes = count_of(count, "outcome")
        yield f"{display_number(reward):>{width}}  is paid by {outcomes}, such as {example}"
    if len(paid) > MAX_REWARDS:
        yield f"... and {len(paid) - MAX_REWARDS} more rewards"


def _draw_lines(found: Seen) -> Iterator[str]:
    for action, (states, drawing, most) in [*found.draws.items()][:MAX_ACTIONS]:
        if drawing:
            yield f"{action}: up to {most} outcomes, in {drawing} of {count_of(states, 'state')}"
        else:
            yield f"{action}: one outcome, wherever it can be done"
    if len(found.draws) > MAX_ACTIONS:
        yield f"... and {len(found.draws) - MAX_ACTIONS} more actions"


def _text(state: Any) -> str:
    return clipped(" ".join(str(state).split()), MAX_LETTERS)


def print_draws(task: RelationalTask, out: Output) -> None:
    """What the actions of a model draw, in its own language."""
    out.say(("what is drawn", "bold"))
    for record in draw_records(task):
        out.say(f"  {record['action']}: {record['effect']}")
    out.say()


def draw_records(task: RelationalTask) -> list[dict[str, str]]:
    """The same for JSON."""
    return [
        {"action": schema.name, "effect": print_chance(draw)}
        for schema in task.domain.actions
        for draw in schema.chances
    ]
