"""The text that is read is the text that runs."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

import introplan as ip
from children import finished
from introplan.introspection.programs.possible_answers import possible_answers
from introplan.symbolic.source import ignores_parameter

GRID = """
ACTIONS = ["l", "r", "u", "d"]
STEP = {{"l": (-1, 0), "r": (1, 0), "u": (0, 1), "d": (0, -1)}}
def transition(s, a):
    dx, dy = STEP[a]
    return min(60, max(0, s[0] + dx)), min(60, max(0, s[1] + dy))
def reward(s, a, t):
    return 10 if {wish} else 0
"""

WISHES = {
    "a number": "t == ({0}, {0})",
    "a number in a comprehension": "all(v == {0} for v in t)",
    "a number in a function": "(lambda v: v == {0})(t[0]) and t[1] == {0}",
    "a set": "t[0] in {{{0}, 70}} and t[1] in {{{0}, 71}}",
}


def _task(module: ModuleType) -> ip.ProgramTask:
    world = ip.program(actions=module.ACTIONS, transition=module.transition, reward=module.reward)
    return world.task((0, 0))


@pytest.mark.parametrize("wish", WISHES)
def test_a_module_that_was_edited_and_loaded_again_is_read_again(
    wish: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one does in a notebook."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    name = f"edited_{'_'.join(wish.split())}"
    file = tmp_path / f"{name}.py"
    file.write_text(GRID.format(wish=WISHES[wish].format(50)), encoding="utf-8")
    module = importlib.import_module(name)
    before = ip.introspect(_task(module))
    file.write_text(GRID.format(wish=WISHES[wish].format(9)) + "\n", encoding="utf-8")
    after = ip.introspect(_task(importlib.reload(module)))
    monkeypatch.delitem(sys.modules, name)

    assert before.diagnostics == after.diagnostics == ()
    assert before.heuristic((0, 0)) == 100
    assert after.heuristic((0, 0)) == 18


def test_a_module_that_was_only_edited_is_read_as_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text that was read when it was loaded is still the right one."""
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "edited_only.py"
    file.write_text(GRID.format(wish="t == (50, 50)"), encoding="utf-8")
    task = _task(importlib.import_module("edited_only"))
    before = ip.introspect(task)
    file.write_text(GRID.format(wish="t == (9, 9)") + "\n", encoding="utf-8")
    after = ip.introspect(task)
    monkeypatch.delitem(sys.modules, "edited_only")

    assert before.heuristic((0, 0)) == after.heuristic((0, 0)) == 100


ASSERTING = """
ACTIONS = ["on"]
START = 0
def transition(s, a):
    assert s < 300
    return min(s + 1, 400)
def reward(s, a, t):
    return int(t == 350)
"""


@pytest.mark.process
@pytest.mark.parametrize(("flag", "most"), [("-B", 0), ("-O", 1)])
def test_an_assertion_holds_where_python_looks_at_it(flag: str, most: int, tmp_path: Path) -> None:
    """With -O it does not."""
    file = tmp_path / "asserting.py"
    file.write_text(ASSERTING, encoding="utf-8")
    words = [sys.executable, flag, "-m", "introplan", "explain", str(file)]
    told = finished(words).stdout

    assert f"The most that one step can pay is {most}" in told
    assert "PY-SELFCHECK" not in told


PAID: dict[str, int] = {"a": 3}
LAST = 4
NEVER_CHANGED = 5


class Generous(dict[str, int]):
    """Pays for what it does not know."""

    def __missing__(self, key: str) -> int:
        return 9


GENEROUS = Generous(PAID)


def pays_from_inside(s: int) -> int:
    """A local name that a function inside changes."""
    total = 0

    def pay(amount: int) -> None:
        nonlocal total
        total += amount

    if s > 7:
        pay(10)
    return total


def pays_what_it_remembers(s: int) -> int:
    """A name of the module that it changes."""
    global LAST
    LAST = 10 if s > 7 else 0
    return LAST


def pays_for_anything(s: str) -> int:
    """A table with an answer of its own."""
    return GENEROUS[s]


def pays_from_a_table(s: str) -> int:
    """A table, and a name that nobody changes."""
    return PAID[s] if s == "a" else NEVER_CHANGED


@pytest.mark.parametrize(
    ("function", "answers"),
    [
        (pays_from_inside, None),
        (pays_what_it_remembers, None),
        (pays_for_anything, None),
        (pays_from_a_table, {3, 5}),
    ],
)
def test_answers_are_told_where_they_are_certain(function: object, answers: set[int]) -> None:
    """What something else may change is not."""
    assert possible_answers(function) == answers


def _sums(s, a, t):  # type: ignore[no-untyped-def]
    return s + a + t


def _inner(s, a, t):  # type: ignore[no-untyped-def]
    return [x for x in range(t) if (lambda: a)()]


def _sees_all(s, a, t):  # type: ignore[no-untyped-def]
    return len(locals())


def _deletes(s, a, t):  # type: ignore[no-untyped-def]
    del a


def _ignores(s, a, t):  # type: ignore[no-untyped-def]
    return (lambda a: a + 1)(s) if t else t


@pytest.mark.parametrize("function", [_sums, _inner, _sees_all, _deletes, len])
def test_a_parameter_that_may_matter_is_not_ignored(function: object) -> None:
    """Used directly, in an inner function, by name, or in code that nobody sees."""
    assert not ignores_parameter(function, 1)


def test_a_parameter_that_is_nowhere_used_is_ignored() -> None:
    """A parameter of the same name of an inner function is another one."""
    assert ignores_parameter(_ignores, 1)
    assert not ignores_parameter(_ignores, 0)
    assert not ignores_parameter(_ignores, 5)
