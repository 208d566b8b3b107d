"""Every hint works: a world that gets it, and the same with the hint applied, which is read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.diagnostics import CHANCE_HINT
from introplan.symbolic.refusal import CONSTRUCT_HINTS, HINTS

SOURCES = Path(ip.__file__).parent

WORLDS = Path(__file__).with_name("hinted_worlds.txt")

SECONDS = 4.0

SAID_ELSEWHERE = {
    HINTS["PY-SELFCHECK"],  # a mistake of ours: there is nothing to follow
    HINTS["PY-SRC"],  # tested below: it is about files, not about what is in them
    "a larger budget",  # tested below: it is about the reader, not about the world
}


def _pairs() -> Iterator[tuple[str, dict[str, str]]]:
    """The names of the pairs of worlds, with their parts: code, hint, start, before, after ..."""
    for block in WORLDS.read_text(encoding="utf-8").split("\n== ")[1:]:
        head, before, after = re.split(r"\n-- (?:before|after)\n", block)
        name, *lines = head.splitlines()
        parts = dict(line.split(": ", 1) for line in lines)
        yield name, {**parts, "before": before, "after": after.rstrip()}


PAIRS = dict(_pairs())


def module(body: str, start: str = "0", position: str = "s2") -> str:
    """A world as the text of a module; `position` is the number in its states."""
    top, _, inner = f"\n{body}".rpartition("\n----\n")
    lines = "".join(f"    {line}\n" for line in inner.strip("\n").splitlines())
    actions = "" if "actions" in top.lower() else "ACTIONS = [1, -1]\n"
    return (
        f"{top}\n{actions}START = {start}\n"
        "def clip(x):\n    return max(0, min(400, x))\n"
        f"def transition(s, a):\n{lines}"
        f"def reward(s, a, s2):\n    return int({position} == 400)\n"
    )


def world(folder: Path, name: str, text: str) -> ip.ProgramTask:
    """The world of a module with this text."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return ip.read_program(file)


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", PAIRS)
def test_a_hint_that_is_followed_works(name: str, tmp_path: Path) -> None:
    """The world gets the hint; with the hint applied it is read, and nothing is left to say."""
    pair = PAIRS[name]
    start, position = pair.get("start", "0"), pair.get("position", "s2")
    before = world(tmp_path, "before", module(pair["before"], start, position))
    found = [(d.code, d.hint) for d in ip.introspect(before, budget=SECONDS).diagnostics]
    assert (pair["code"], pair["hint"]) in found

    start = pair.get("start after", start)
    after = world(tmp_path, "after", module(pair["after"], start, position))
    info = ip.introspect(after, budget=SECONDS)
    assert not info.diagnostics
    assert info.operators


def test_a_larger_budget_helps_where_the_hint_says_so(tmp_path: Path) -> None:
    """With a hundredth of a second reading is cut; with some seconds the same world is read."""
    task = world(tmp_path, "slow", module("return clip(s + a)"))
    cut = ip.introspect(task, budget=0.001)
    assert {"a larger budget"} == {d.hint for d in cut.diagnostics}
    assert ip.introspect(task, budget=SECONDS).operators


def test_a_file_that_was_edited_is_read_after_starting_again(tmp_path: Path) -> None:
    """The text is not what was compiled; and functions without a file have no text at all."""
    text = module("return clip(s + a)")
    task = world(tmp_path, "edited", text)
    (tmp_path / "edited.py").write_text(text.replace("clip(s + a)", "clip(s + 2 * a)"))
    assert HINTS["PY-SRC"] in {d.hint for d in ip.introspect(task).diagnostics}
    again = ip.introspect(ip.read_program(tmp_path / "edited.py"))
    assert not again.diagnostics
    assert again.operators

    names: dict[str, Any] = {}
    exec(text, names)
    model = ip.program(
        actions=[1, -1], transition=names["transition"], reward=lambda s, a, t: int(t == 400)
    )
    assert HINTS["PY-SRC"] in {d.hint for d in ip.introspect(model.task(0)).diagnostics}


def test_every_hint_is_tested() -> None:
    """Also one that somebody adds: it stands in the source behind the code and the construct."""
    tested = {pair["hint"] for pair in PAIRS.values()}
    known = {*HINTS.values(), *CONSTRUCT_HINTS.values(), CHANCE_HINT}
    assert {*_hints_in_source()} | known == tested | SAID_ELSEWHERE


def _hints_in_source() -> Iterator[str]:
    for file in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                for hint in [*node.args[2:], *(k.value for k in node.keywords)]:
                    yield str(
                        names[hint.id] if isinstance(hint, ast.Name) else ast.literal_eval(hint)
                    )
