"""Steps without what only observations are made of."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

import numpy as np
import pytest

import introplan as ip
from introplan.programs.slicing import UNREAD, slice_of


class World:
    """A step with an observation, a log, counters, and an attribute that decides."""

    def __init__(self) -> None:
        self.place, self.count, self.total, self.fuel = 0, 0, 0.0, 3
        self.log: list[Any] = []
        self.message = ""

    def view(self) -> dict[str, Any]:
        """What is seen."""
        return {"place": self.place, "count": self.count}

    def step(self, action: int) -> Any:
        """Walk while there is fuel."""
        self.count += 1
        if self.fuel > 0:
            self.place += action
            self.fuel -= 1
            self.message = "on we go"
        seen = self.view()
        reward = float(self.place == 2)
        self.total += reward
        self.log.append((action, reward))
        return seen, reward, self.place == 2, False, {"total": self.total}


class Asked(World):
    """The log decides."""

    def step(self, action: int) -> Any:
        """Not twice the same."""
        if self.log and self.log[-1] == action:
            raise ValueError
        self.log.append(action)
        return None, 0.0, False


class ByText(World):
    """Reads attributes by text."""

    def step(self, action: int) -> Any:
        """Any of them."""
        return None, getattr(self, "pla" + "ce"), False


def test_what_rules_read_is_left() -> None:
    """Counters, logs and messages go, and so do observations and infos."""
    found = slice_of(World())
    assert found is not None
    names = {"place", "count", "total", "fuel", "log", "message"}
    assert names & found.loads == {"place", "fuel"}
    assert names & found.stores == {"place", "fuel"}
    text = ast.unparse(found.methods.named("step")[0])
    assert "view" not in text
    assert "append" not in text


def test_a_log_that_decides_stays() -> None:
    """It is read."""
    found = slice_of(Asked())
    assert found is not None
    assert "log" in found.loads
    assert found.read_by("view") >= {"place", "count"}


def test_attributes_that_are_read_by_text_stop_it() -> None:
    """Nothing is known then."""
    assert slice_of(ByText()) is None


def test_what_is_not_read_cannot_be_used() -> None:
    """By nobody."""
    with pytest.raises(AttributeError):
        _ = UNREAD.name
    with pytest.raises(TypeError):
        bool(UNREAD)
    with pytest.raises(TypeError):
        UNREAD[0]
    with pytest.raises(TypeError):
        list(UNREAD)
    assert len({UNREAD, UNREAD}) == 1
    assert UNREAD != 1


class TwoNames:
    """What is written by one name is read by another."""

    def __init__(self) -> None:
        self.log = self.history = list[int]()
        self.stack, self.top = list[int](), 0

    def step(self, action: int) -> Any:
        """The log is the history, and the stack is put in its place now and then."""
        self.log.append(action)
        self.stack += [action]
        if action == 2:
            self.stack = self.history
        return None, float(len(self.history) == 3), False


def test_what_has_another_name_is_read_there() -> None:
    """A list that two attributes hold is no log, and neither is one that is put in its place."""
    found = slice_of(TwoNames())
    assert found is not None
    assert {"log", "stack", "history"} <= found.loads


class Setter:
    """Setting one attribute changes another."""

    def __init__(self) -> None:
        self.sum = 0

    @property
    def last(self) -> int:
        """Never asked for."""
        return 0

    @last.setter
    def last(self, action: int) -> None:
        self.sum += action

    def step(self, action: int) -> Any:
        """By way of a property."""
        self.last = action
        return None, float(self.sum % 4 == 3), False


def test_setting_a_property_is_a_call() -> None:
    """It stays in the step, although nobody reads it."""
    found = slice_of(Setter())
    assert found is not None
    tree = next(t for t in found.methods.named("step"))
    assert ast.unparse(tree.body[1]) == "self.last = action"


class Visits:
    """A walk that counts how often it was where."""

    def __init__(self, counts: Any, bonus: bool = False) -> None:
        self.at, self.counts, self.bonus = 0, counts, bonus

    def step(self, action: int) -> Any:
        """One on or back; a first visit may be worth something."""
        self.at = (self.at + action) % 5
        self.counts[self.at] += 1
        paid = float(self.at == 3) + (self.counts[self.at] == 1 if self.bonus else 0)
        return self.counts, paid, self.at == 3, {"counts": self.counts}


@pytest.mark.parametrize(
    "counts", [[0] * 5, Counter(), np.zeros(5)], ids=["list", "Counter", "array"]
)
def test_counts_of_visits_are_no_part_of_a_state(counts: Any) -> None:
    """In the cells of a list, a Counter or an array; nothing but observations asks for them."""
    task = ip.from_env(Visits(counts), actions=[1, -1])
    assert task.start == {"at": 0}
    assert ip.plan(task).score == 1


def test_counts_that_a_reward_asks_for_are_a_part_of_a_state() -> None:
    """So are those that may raise, for a place that is missing, and those with another name."""
    table = dict.fromkeys(range(5), 0)
    row = [0] * 5
    shared = Visits(row)
    shared.others = row  # type: ignore[attr-defined]
    for env in (Visits([0] * 5, bonus=True), Visits(table), shared):
        assert "counts" in ip.from_env(env, actions=[1, -1]).start
