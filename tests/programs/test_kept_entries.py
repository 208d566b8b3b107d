"""Entries of an object's dictionaries that rules only write."""

from __future__ import annotations

import ast
import logging
from typing import Any

import pytest

import introplan as ip
from introplan.programs.kept_entries import dictionaries_by_name, written_entry


class Camp:
    """All of the state in one dictionary, as simulators are often written."""

    def __init__(self) -> None:
        self.logger = logging.getLogger("camp")
        self.reset()

    def reset(self) -> Any:
        """At the start."""
        self.game: dict[str, Any] = {
            "place": 0,
            "turn": 0,
            "history": [],
            "said": "",
            "bag": {"wood": 0},
        }

    def legal_actions(self) -> list[str]:
        """What can be done."""
        return ["on", "back", "chop"] if self.game["place"] else ["on"]

    def step(self, action: str) -> Any:
        """Wood has to be brought home."""
        g = self.game
        g["turn"] += 1
        g["history"].append(action)
        g["said"] = f"you go {action}"
        self.logger.debug("turn %d: %s", g["turn"], action)
        if action == "chop" and g["place"] == 2:
            g["bag"]["wood"] = 1
        elif action != "chop":
            g["place"] = min(3, g["place"] + (1 if action == "on" else -1))
        done = g["bag"]["wood"] == 1 and g.get("place") == 0
        return {"seen": g["said"], **self.game}, -1, done, {"turn": g["turn"]}


class Hurried(Camp):
    """The turn decides."""

    def step(self, action: str) -> Any:
        """A camp that closes."""
        seen, reward, done, info = super().step(action)
        return seen, reward, done or self.game["turn"] > 40, info


class Compared(Camp):
    """Something is asked of the dictionary as a whole."""

    def step(self, action: str) -> Any:
        """Nothing may be said twice."""
        if "you go back" in self.game.values():
            raise ValueError
        return super().step(action)


class Copied(Camp):
    """The dictionary has another name."""

    def step(self, action: str) -> Any:
        """By which the turn is read."""
        found = [self.game]
        if found[0][min(found[0], key=lambda name: (name != "turn", name))] > 60:
            raise ValueError
        return super().step(action)


def test_what_is_only_noted_in_a_dictionary_makes_no_state_new() -> None:
    """It stays as it is at the start; the plan is taken by the object's own steps."""
    task = ip.from_env(Camp())
    result = ip.plan(task)
    assert (result.score, len(result.plan or ())) == (-5, 5)
    assert len(ip.reachable(task, limit=20).states) < 20
    after = task.step(task.start, "on").state
    assert after == {"game": {**task.start["game"], "place": 1}}
    assert ip.introspect(task, budget=5).understood.startswith("read: rules, reward")


@pytest.mark.parametrize("kind", [Hurried, Compared, Copied])
def test_what_may_be_read_is_state(kind: Any) -> None:
    """By its name, among all values, or by another name of the dictionary."""
    task = ip.from_env(kind())
    assert task.step(task.start, "on").state["game"]["turn"] == 1


def test_a_dictionary_is_known_by_its_uses() -> None:
    """Entries of constant names are asked for; nothing else, also not by a local name."""
    kept = {"a": {"x": 1}, "b": {"x": 1}, "c": {1: 2}, "d": [1], "e": {"x": 1}, "f": {"x": 1}}
    text = """
def step(self, key):
    g = self.a
    if g["x"] and "y" in self.a and self.a.get("x"):
        self.b[key] = 1
    h = self.e
    return [*h], self.f["x"]
"""
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert dictionaries_by_name(kept, [tree], {"f"}) == {"a"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("self.a['x'] = 1", "x"),
        ("g['x'] += 1", "x"),
        ("g['x'].append(1)", "x"),
        ("g['x'].pop()", None),
        ("h['x'] = 1", None),
        ("self.b['x'] = 1", None),
    ],
)
def test_statements_that_only_write_an_entry(text: str, name: str | None) -> None:
    """By the name of the attribute or by a local name."""
    key = written_entry(ast.parse(text).body[0], {"a"}, {"g"})
    assert (None if key is None else key.value) == name
