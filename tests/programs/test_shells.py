"""Objects taken apart into states and constants, and what the reader sees of them."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.programs.shells import actions_of, shell_of, step_of
from introplan.programs.slicing import slice_of


class Keys:
    """A key and a door; a log of what was done, and a counter."""

    def __init__(self) -> None:
        self.size, self.door = 6, 3
        self.place, self.has_key = 2, False
        self.log: list[str] = []
        self.count = 0

    def legal_actions(self) -> list[str]:
        """The key can be taken where it is."""
        found = ["left", "right"]
        if self.place == 0 and not self.has_key:
            found.append("take")
        return found

    def step(self, action: str) -> Any:
        """Walk or take."""
        self.count += 1
        self.log.append(action)
        if action == "take":
            self.has_key = True
        to = self.place + (action == "right") - (action == "left")
        if 0 <= to < self.size and (to != self.door or self.has_key):
            self.place = to
        won = self.place == self.size - 1
        return {"place": self.place, "log": list(self.log)}, float(won), won


def test_what_no_rule_reads_is_no_part_of_a_state() -> None:
    """The counter and the log do not make a state new, and the object stays as it is."""
    env = Keys()
    shell = shell_of(env, ["left", "right", "take"], slice_of(env, ["legal_actions"]))
    assert shell.start == {"has_key": False, "place": 2}
    after = step_of(shell)(shell.start, "left")
    assert after == ({"has_key": False, "place": 1}, 0.0, False)
    assert actions_of(shell, "legal_actions")({"has_key": False, "place": 0})[-1] == "take"
    assert (env.count, env.log) == (0, [])


def test_a_class_is_read_through_its_own_step() -> None:
    """Operators, legal actions and the largest reward are found in its code."""
    task = ip.from_env(Keys())
    found = ip.introspect(task)
    assert found.r_max.value == 1
    assert found.understood.startswith("read: rules, reward and end of 3 actions")
    result = ip.plan(task)
    assert result.plan == ("left", "left", "take", *["right"] * 5)


class _Thing:
    def __init__(self, place: object) -> None:
        self.place = place


class _Carrying:
    """The prize is also reachable by what is carried, the goal also by where one is."""

    def __init__(self) -> None:
        self.rooms = [{"name": "hall"}, {"name": "cellar"}]
        self.here = self.rooms[0]
        self.prize = _Thing(self.rooms[1])
        self.bag: list[_Thing] = []
        self.actions = ["walk", "take", "drop"]

    def step(self, action: str) -> tuple[None, int, bool]:
        """Take the prize home."""
        if action == "walk":
            self.here = self.rooms[self.here is self.rooms[0]]
        elif action == "take" and self.prize.place is self.here:
            self.bag = [self.prize]
        elif action == "drop":
            for thing in self.bag:
                thing.place = self.here
            self.bag = []
        won = self.prize.place is self.rooms[0]
        return None, int(won), won


def test_attributes_that_share_objects_stay_together() -> None:
    """What is one object in the environment is one object in its states, whoever changes it."""
    task = ip.from_env(_Carrying())

    assert {"here", "prize", "rooms"} <= set(task.start)
    result = ip.plan(task, optimal=True)
    assert result.plan == ("walk", "take", "walk", "drop")
    assert result.score == 1


class Counting:
    """Its `done` is a number, as masks and remainders are."""

    def __init__(self) -> None:
        self.n, self.stock = 0, 3

    def step(self, action: int) -> Any:
        """Count up to an odd number above 30, or take from the stock."""
        if action == 0 and self.stock > 0:
            self.stock -= 1
            self.n += 2
        else:
            self.n += action
        return self.n, 1, (self.n > 30 and self.n % 2), {}


def test_an_end_that_is_a_number_is_read_for_what_it_means() -> None:
    """0 goes on, everything else ends the episode, for the reader as for the steps."""
    found = ip.introspect(ip.from_env(Counting(), actions=[0, 1, 2]))
    assert found.understood.startswith("read: rules, reward and end of 3 actions")


class TwoNames:
    """A log that is read by another name."""

    def __init__(self) -> None:
        self.history = self.log = list[int]()

    def step(self, action: int) -> Any:
        """The fourth step pays."""
        self.log.append(action)
        return None, float(len(self.history) == 4), len(self.history) > 4


def test_a_log_that_is_read_by_another_name_is_kept() -> None:
    """The step that the environment pays is found."""
    result = ip.plan(ip.from_env(TwoNames(), actions=[0, 1], horizon=6), optimal=True)
    assert (result.score, result.proved_optimal) == (1, True)
    env = TwoNames()
    assert sum(env.step(action)[1] for action in result.plan or ()) == 1


def test_views_of_one_array_are_refused() -> None:
    """A copy of each would be two arrays."""
    numpy = pytest.importorskip("numpy")

    class Board:
        def __init__(self) -> None:
            self.cells = numpy.zeros((2, 2), dtype=int)
            self.row = self.cells[0]

        def step(self, action: int) -> Any:
            self.row[action] += 1
            return None, float(self.cells.sum() == 3), False

    with pytest.raises(UsageError, match="over the same memory"):
        ip.from_env(Board(), actions=[0, 1], horizon=4)


class _Spot:
    """A place that is compared by a method of its own, and changed where it is."""

    __slots__ = ("row",)

    def __init__(self) -> None:
        self.row = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Spot) and self.row == other.row

    def __hash__(self) -> int:
        return hash(self.row)


class _Walker:
    def __init__(self) -> None:
        self.spot = _Spot()

    def legal_actions(self) -> list[str]:
        return ["on"] if self.spot.row < 3 else ["jump"]

    def step(self, action: str) -> Any:
        spot = self.spot
        spot.row += 1 if action == "on" else 2
        return spot.row, -1, spot.row == 5, {}


def test_objects_that_are_changed_in_place_are_part_of_a_state() -> None:
    """Also of a class that says itself which of its instances are equal."""
    task = ip.from_env(_Walker())
    result = ip.plan(task)
    assert result.plan == ("on", "on", "on", "jump")
    assert result.score == -4
