"""What notebooks show: every noun has a picture, and none of it reaches beyond its frame."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

import introplan as ip
from children import finished
from introplan.view.notebook import painted
from paper.bins_example import bins_example
from view.test_page import HOSTILE, hostile_task


def nouns(task: ip.Task) -> dict[str, Any]:
    """One of each kind."""
    return {
        "task": task,
        "state": task.start,
        "result": ip.plan(task),
        "space": ip.reachable(task),
        "mutation": next(iter(ip.mutations(task))),
        "introspection": ip.introspect(task),
        "program": ip.sample("grid", distance=4),
        "failed": ip.plan(task, limits=ip.Limits(nodes=0)),
    }


KINDS = sorted(nouns(bins_example()))


def shown(noun: Any) -> str:
    """What a notebook would show."""
    method = getattr(noun, "_repr_svg_", None) or noun._repr_html_
    picture = method()
    assert isinstance(picture, str)
    return picture


class _Balance(HTMLParser):
    """Counts what is open and what is a script or a style sheet."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.all: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open it."""
        self.all.append(tag)
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opened and closed at once."""
        self.all.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self.open.pop() == tag


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("is_hostile", [False, True])
def test_every_noun_has_a_picture(kind: str, is_hostile: bool) -> None:
    """Balanced, without scripts or style sheets, with names as text."""
    noun = nouns(hostile_task() if is_hostile else bins_example())[kind]
    picture = shown(noun)
    balance = _Balance()
    balance.feed(picture)

    assert balance.open == []
    assert not {"script", "style", "link", "iframe"} & set(balance.all)
    assert HOSTILE not in picture
    if hasattr(noun, "_repr_svg_"):
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"


def test_pictures_say_what_they_are_about() -> None:
    """The start of a task, the steps of a plan, the words of a mutation."""
    found = {kind: shown(noun) for kind, noun in nouns(bins_example()).items()}

    assert "bin d1" in found["task"]
    assert "pays 1 when there is a bin" in found["task"]
    assert "(close-bin d1)" in found["result"]
    assert "milestone, pays 1" in found["result"]
    assert "all nodes were spent" in found["failed"]
    assert "36 states" in found["space"]
    assert "do (close-bin d1)" in found["mutation"]
    assert "from the origin" in found["program"]


def test_a_large_space_is_told_in_numbers() -> None:
    """Five hundred circles show nothing."""
    picture = shown(ip.reachable(ip.sample("bins", bins=3, items=3)))

    assert "512 states" in picture
    assert "<circle" not in picture


def test_a_long_plan_is_cut_short() -> None:
    """Its beginning and its end are there."""
    result = ip.plan(ip.sample("blocks-world", blocks=60, seed=1))
    assert result.plan is not None
    picture = shown(result)

    assert str(result.plan[0]) in picture
    assert str(result.plan[-1]) in picture
    assert f"{len(result.plan) - 60} more" in picture


@pytest.mark.process
def test_drawings_are_loaded_with_the_first_picture() -> None:
    """Planning alone does not load them."""
    script = (
        "import sys, introplan as ip; task = ip.sample('bins'); ip.plan(task);"
        "before = 'introplan.view.notebook' in sys.modules; task._repr_html_();"
        "print(before, 'introplan.view.notebook' in sys.modules)"
    )
    done = finished([sys.executable, "-c", script])

    assert done.stdout.split() == ["False", "True"]


def test_what_has_no_picture_is_named() -> None:
    """By its class."""
    with pytest.raises(ip.UsageError, match="no picture of int"):
        painted(3)


def test_a_result_has_its_bound_and_its_notes() -> None:
    """The words are those of the terminal; markup in a note stays text."""
    task = ip.sample("bins", bins=1, items=1, seed=1)
    found = replace(ip.plan(task), proved_optimal=False)
    shown = painted(replace(found, bound=9.0, notes=("a <i>note</i>",)))

    assert "of at most 9" in shown
    assert shown.count("note: a &lt;i&gt;note&lt;/i&gt;") == 1
