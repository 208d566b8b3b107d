"""Pictures for notebooks: what `_repr_svg_` and `_repr_html_` of the nouns return.

Everything is self-contained: no script, no style sheet that would reach the rest of the notebook,
colours written into each element, every name escaped.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import singledispatch
from typing import Any

from introplan.errors import UsageError
from introplan.introspection.findings import Introspection
from introplan.introspection.relational.goals import reward_condition
from introplan.mdp import Task, action_text, world_name
from introplan.planners.chance.result import PolicyResult
from introplan.planners.chance.values import Values
from introplan.planners.result import MilestoneReached, PlanResult
from introplan.programs.chance import ChanceTask
from introplan.programs.program import ProgramTask
from introplan.relational.arithmetic import number_text
from introplan.relational.domain import RelationalTask
from introplan.relational.mutation import Mutation
from introplan.relational.state import State
from introplan.reporting.answers import headline, numbers
from introplan.reporting.words import in_words, mutation_in_words
from introplan.search.state_space import StateSpace
from introplan.slipping import SlipperyTask
from introplan.view.draw import draw, draw_svg
from introplan.view.drawing import COLOURS, Drawing, Sprite, Words, shortened
from introplan.view.plan_segments import goal_literals
from introplan.view.policy_pictures import policy_drawing
from introplan.view.program_scenes import OwnPicture
from introplan.view.state_graph import state_graph
from introplan.view.svg import svg, text

MAX_DRAWN_STATES = 400
"""Circles of a state graph: a larger one does not fit into an output cell that can be read."""

MAX_LISTED_STEPS = 60
"""Lines of a plan, half of them its beginning and half its end: about two screens."""

MAX_SHOWN_CONDITIONS = 60
"""Conditions of a mutation: about ten lines of an output cell."""

MAX_OPTIONS_SHOWN = 12
"""Actions of the start; the best come first."""

INK, SOFT, GREEN = COLOURS["ink"].light, COLOURS["soft"].light, COLOURS["green"].light
FRAME = f"background:#fff;color:{INK};font:14px/1.5 sans-serif;padding:8px 12px;max-width:900px"
MONO = "font-family:monospace;white-space:pre-wrap"


@singledispatch
def painted(noun: Any) -> str:
    """The picture of any noun that has one; raises `UsageError` for all else."""
    raise UsageError(f"there is no picture of {type(noun).__name__}")


painted.register(State, draw_svg)


@painted.register
def _(noun: Introspection) -> str:
    return _framed([f'<div style="{MONO}">{_lines(noun.report())}</div>'])


@painted.register
def _(noun: ProgramTask) -> str:
    return _task(noun)


@painted.register
def _(noun: RelationalTask) -> str:
    return _task(noun, _pays(noun))


def _task(task: Task, *more: str) -> str:
    """What it is about, where it starts, and more lines."""
    horizon = "" if task.horizon is None else f", {task.horizon} moves"
    discount = "" if task.discount == 1 else f", discount {task.discount:g}"
    about = f"{world_name(task)}{horizon}{discount}"
    head = f"<strong>{text(task.name)}</strong> {_soft(about)}"
    return _framed([head, _picture(task), *more])


def _pays(task: RelationalTask) -> str:
    condition = shortened(in_words(reward_condition(task)), 400)
    return text(f"pays {number_text(task.milestone_value)} when {condition}")


def _picture(task: Task) -> str:
    """The start; a picture that the world drew itself is kept away from the notebook."""
    drawn = draw(task)
    if not isinstance(drawn, OwnPicture):
        return svg(drawn)
    # As an image, not inline: there its scripts do not run, and its styles stay inside.
    content = base64.b64encode(drawn.svg.encode("utf-8")).decode("ascii")
    return f'<img alt="the start" src="data:image/svg+xml;base64,{content}">'


@painted.register
def _result(result: PlanResult) -> str:
    """The answer, the plan with its milestones, and what it cost."""
    parts = [f"<strong>{text(headline(result))}</strong> {text(result.reason)}"]
    if result.plan:
        parts.append(f'<div style="{MONO}">{"<br>".join(_steps(result))}</div>')
    parts.append(_soft(", ".join(f"{name}: {value}" for name, value in numbers(result))))
    parts += [text(f"note: {note}") for note in result.notes]
    return _framed(parts)


@painted.register
def _(result: PolicyResult) -> str:
    """The value, a picture where there is one, and what actions of the start are worth."""
    head, *lines = str(result).split("\n")
    parts = [f"<strong>{text(head)}</strong>", *map(_soft, lines)]
    with suppress(UsageError):
        parts.append(svg(policy_drawing(result)))
    if isinstance(result.known, Values):
        options = result.explain(result.known.world.task.start).options[:MAX_OPTIONS_SHOWN]
        worth = "<br>".join(text(str(option)) for option in options)
        parts.append(f'what actions of the start are worth:<div style="{MONO}">{worth}</div>')
    return _framed(parts)


@painted.register(ChanceTask)
@painted.register(SlipperyTask)
def _(noun: ChanceTask | SlipperyTask) -> str:
    return _task(noun)


def _steps(result: PlanResult) -> Iterator[str]:
    """The steps, the middle of a long plan left out."""
    plan = result.plan or ()
    reached = {milestone.step: milestone for milestone in result.milestones}
    half, width = MAX_LISTED_STEPS // 2, len(str(len(plan)))
    for number, action in enumerate(plan, start=1):
        if len(plan) > MAX_LISTED_STEPS and number == half + 1:
            yield _soft(f"{len(plan) - 2 * half} more")
        if number <= half or number > len(plan) - half:
            yield f"{number:{width}}. {text(action_text(action))}{_mark(reached.get(number))}"


def _mark(milestone: MilestoneReached | None) -> str:
    if milestone is None:
        return ""
    mutation = milestone.mutation
    words = "" if mutation is None else f": {shortened(mutation_in_words(mutation), 200)}"
    paid = text(f" \N{BLACK DIAMOND} milestone, pays {number_text(milestone.reward)}{words}")
    return f'<span style="color:{GREEN}">{paid}</span>'


@painted.register
def _space(space: StateSpace) -> str:
    """The graph, or its numbers where it would be too large to look at."""
    if len(space.states) <= MAX_DRAWN_STATES:
        return svg(state_graph(space))
    known = "" if space.is_complete else ", and there are more"
    over = f"{len(space.over)} over, " if space.over else ""
    lines = [
        f"{len(space.states)} states, {len(space.edges)} transitions{known}",
        f"{len(space.success)} success, {over}{len(space.dead_ends)} dead ends",
        f"{len(space.rewarding)} rewarding transitions",
        f"too large to draw: there are drawings of up to {MAX_DRAWN_STATES} states",
    ]
    sprites = tuple(
        Sprite(f"line {i}", 16, 28 + 22 * i, (Words(0, 0, line, "text", 14, "start"),))
        for i, line in enumerate(lines)
    )
    return svg(Drawing(520, 28 + 22 * len(lines), sprites, lines[0]))


@painted.register
def _mutation(mutation: Mutation) -> str:
    """What to make true and false, condition by condition."""
    conditions = [condition.text for condition in goal_literals(mutation)]
    more = (
        [f"and {len(conditions) - MAX_SHOWN_CONDITIONS} more"]
        if len(conditions) > MAX_SHOWN_CONDITIONS
        else []
    )
    chip = f"border:1px solid {SOFT};border-radius:6px;padding:0 8px;margin:2px"
    chips = (
        f'<span style="display:inline-block;{chip};{MONO}">{text(condition)}</span>'
        for condition in [*conditions[:MAX_SHOWN_CONDITIONS], *more]
    )
    return _framed([text(mutation_in_words(mutation)), "".join(chips)])


def _framed(parts: Iterable[str]) -> str:
    inner = "".join(f"<div>{part}</div>" for part in parts if part)
    return f'<div style="{FRAME}">{inner}</div>'


def _soft(content: str) -> str:
    return f'<span style="color:{SOFT}">{text(content)}</span>'


def _lines(content: str) -> str:
    return "<br>".join(map(text, content.splitlines()))
