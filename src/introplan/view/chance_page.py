"""The page about a policy: episodes that follow it, values of actions and states, what may happen.

One HTML file with nothing to load from anywhere, under the same rules as the page of a plan.
"""

from __future__ import annotations

from functools import singledispatch

from introplan.introspection.relational.wishes import ForEach, relational_wishes
from introplan.mdp import Task, display_number
from introplan.planners.chance.result import PolicyResult
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import declare
from introplan.reporting.words import in_words
from introplan.slipping import SlipperyTask
from introplan.view.chance_page_data import ChancePage, chance_page_data, facts_about
from introplan.view.page import about, asset, filled, notes_list, number_list, safe_json, security
from introplan.view.svg import palette_css, text, themed_svg

MAX_WISHES = 30
"""Lines about the reward; a page is read from the top."""


def chance_page(task: Task, result: PolicyResult, *, seed: int = 0) -> str:
    """The page about a task and a policy for it; episodes are drawn by `seed`."""
    return chance_page_of(chance_page_data(task, result, seed=seed))


def chance_page_of(data: ChancePage) -> str:
    """The page that shows these data."""
    result = data.result
    style = f"{palette_css()}\n{asset('page.css')}\n{asset('chance.css')}"
    script = f"{asset('picture.js')}\n{asset('chance.js')}"
    headline, reason = _answer(result)
    return filled(
        asset("chance.html"),
        {
            "policy": text(security(style, script)),
            "title": text(f"{data.task.name} - introplan"),
            "style": style,
            "name": text(data.task.name),
            "about": text(about(data.task)),
            "kind": "found" if result.proved_optimal else "open",
            "headline": text(headline),
            "reason": text(reason),
            "notes": notes_list(result.notes),
            "reward": _reward(data.task),
            "map": "" if data.picture is None else themed_svg(data.picture),
            "numbers": number_list(facts_about(result)),
            "data": safe_json(data.record),
            "script": script,
        },
    )


def _answer(result: PolicyResult) -> tuple[str, str]:
    """What is to be expected, and how sure that is."""
    value, *sure = str(result).split("\n", 1)[0].split(", ", 1)
    return value, sure[0] if sure else ""


@singledispatch
def _reward(task: Task) -> str:
    """What is paid, as items of a list; nothing where only code says it."""
    return ""


@_reward.register
def _(task: SlipperyTask) -> str:
    return _reward(task.base)


@_reward.register
def _(task: RelationalTask) -> str:
    lines = []
    for wish in relational_wishes(task)[:MAX_WISHES]:
        condition: ForEach = wish.condition
        each = f" for each {declare(condition.variables)[1:-1]}" if condition.variables else ""
        lines.append(f"{display_number(wish.value)}{each} when {in_words(condition.formula)}")
    return "".join(f"<li>{text(line)}</li>" for line in lines)
