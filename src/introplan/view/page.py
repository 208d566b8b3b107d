"""The page: one HTML file in which a plan can be played, with nothing to load from anywhere.

Its parts lie in `assets/`. The file allows itself its own style and its own script, by their
hashes, and nothing else: a name in a model that looks like markup stays a name, and would be
powerless if it did not. The data stand in a block of JSON in which no character can end the
block.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from introplan.mdp import Task, world_name
from introplan.planners.result import PlanResult
from introplan.relational.domain import RelationalTask
from introplan.reporting.answers import headline, kind_of, numbers
from introplan.view.page_data import PageData, page_data
from introplan.view.state_graph import legend, state_graph
from introplan.view.svg import palette_css, text, themed_svg

ASSETS = Path(__file__).parent / "assets"


def page(task: Task, result: PlanResult, *, budget: float = 1.0) -> str:
    """The page about a task and its result."""
    return page_of(page_data(task, result, budget=budget))


def page_of(data: PageData) -> str:
    """The page that shows these data."""
    style = f"{palette_css()}\n{asset('page.css')}"
    script = f"{asset('picture.js')}\n{asset('page.js')}"
    return filled(
        asset("page.html"),
        {
            "policy": text(security(style, script)),
            "title": text(f"{data.task.name} - introplan"),
            "style": style,
            "name": text(data.task.name),
            "about": text(about(data.task)),
            "kind": kind_of(data.result),
            "headline": text(headline(data.result)),
            "reason": text(data.result.reason),
            "notes": notes_list(data.result.notes),
            "numbers": number_list(numbers(data.result)),
            "words": text(data.words),
            "symbols": "".join(f"<code>{text(line)}</code>" for line in data.symbols),
            "distance": text(data.distance_name),
            "graph": _graph(data),
            "legend": _legend(data),
            "data": safe_json(data.record),
            "script": script,
        },
    )


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its `{{name}}`s replaced, in one go: values are not looked at again.

    >>> filled("<b>{{a}}</b>", {"a": "{{a}}"})
    '<b>{{a}}</b>'
    """
    head, *parts = template.split("{{")
    done = [head]
    for part in parts:
        name, _, rest = part.partition("}}")
        done += [values[name], rest]
    return "".join(done)


def safe_json(record: Any) -> str:
    """JSON in which nothing can end the element it stands in.

    >>> print(safe_json(["</script>"]))
    ["\\u003c/script\\u003e"]
    """
    plain = json.dumps(record, separators=(",", ":"), allow_nan=False)
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def security(style: str, script: str) -> str:
    """What the browser may do: apply this style, run this script, show pictures in the file."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def asset(name: str) -> str:
    """The text of a file of the page."""
    return (ASSETS / name).read_text(encoding="utf-8").strip()


def about(task: Task) -> str:
    """The world, its number of objects if it is made of objects, horizon and discount if any."""
    has_objects = isinstance(task, RelationalTask)
    objects = f", {len(task.start.objects)} objects" if has_objects else ""
    moves = "" if task.horizon is None else f", {task.horizon} moves"
    discount = "" if task.discount == 1 else f", discount {task.discount:g}"
    return f"{world_name(task)}{objects}{moves}{discount}"


def notes_list(notes: Iterable[str]) -> str:
    """The warnings of the planner, one line each; nothing where there are none."""
    lines = "".join(f"<li>{text(note)}</li>" for note in notes)
    return f'<ul class="notes" id="notes" aria-label="notes">{lines}</ul>' if lines else ""


def number_list(entries: Iterable[tuple[str, str]]) -> str:
    """Names with what they are, for a list of definitions."""
    return "".join(
        f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in entries
    )


def _graph(data: PageData) -> str:
    return "" if data.space is None else themed_svg(state_graph(data.space, has_legend=False))


def _legend(data: PageData) -> str:
    return "" if data.space is None else text(" ".join(legend(data.space)))
