"""Texts about what was read."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.introspection.programs.words import Words, domain_text
from introplan.symbolic.constraints.interval import EVERYTHING, OneOf, Range
from introplan.symbolic.terms.naming import names_of
from read_worlds import SIDE, corner_reward, grid_move, read


def _corner(s: Any, a: str, s2: Any) -> bool:
    return bool(s2 == (SIDE - 1, SIDE - 1)) or bool(s2[0] == 5)


def test_ends_say_what_they_pay() -> None:
    """Each end with its reward, and no reward that excludes it."""
    words = Words(read(terminal=_corner), names_of((grid_move, corner_reward, _corner)))
    assert [end.sentence([]) for end in words.ends()] == [
        "over, paying 10 if x' == 11 and y' == 11",
        "over, paying -1 if x' == 5",
    ]
    assert {path.value for path in words.reward_paths()} == {"10", "-1"}
    assert [variable.domain for variable in words.variables()] == ["0..11", "0..11"]
    assert words.immutable() == ()


def test_domains_in_words() -> None:
    """Ranges with and without ends, and lists of values."""
    assert domain_text(EVERYTHING) == "any whole number"
    assert domain_text(Range(0, EVERYTHING.high)) == "0 or more"
    assert domain_text(OneOf(("a", "b"))) == "{'a', 'b'}"
    assert domain_text(None) == "anything"


class Robot:
    """A robot that is kept on its floor, as environments do."""

    def __init__(self) -> None:
        self.place = [0, 0]
        self.carries = False

    def step(self, action: str) -> tuple[list[int], float, bool]:
        """Walk, or pick up in the far corner."""
        dx, dy = {"right": (1, 0), "down": (0, 1), "pick": (0, 0)}[action]
        self.place = [min(max(self.place[0] + dx, 0), 5), min(max(self.place[1] + dy, 0), 5)]
        if action == "pick" and self.place == [5, 5]:
            self.carries = True
        reward = -0.1
        if self.carries:
            reward += 10.0
            reward -= 10.0
        return self.place, reward, self.carries


def test_limits_and_digits_that_say_nothing_are_left_out() -> None:
    """Attributes go by their names, numbers without the digits that rounding makes."""
    task = ip.from_env(Robot(), actions=["right", "down", "pick"])
    info = ip.introspect(task, budget=5)

    assert [variable.name for variable in info.variables] == ["carries", "place[0]", "place[1]"]
    assert ("pick", "place[0] == 5 and place[1] == 5", "-0.1") in [
        (end.action, end.guard, end.value) for end in info.ends
    ]
    assert "for doing 'pick' when place[0] == 5 and place[1] == 5\n" in info.report()
    assert "99999" not in info.report()


def test_parts_that_were_seen_with_one_value_only_do_not_change() -> None:
    """All states were seen, though the rules were not read."""
    model = ip.program(
        actions=[0, 1],
        transition=lambda s, a: (int(f"{1 - s[0]:>3}"), s[1]),
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t[0] == 2,
    )
    info = ip.introspect(model.task((0, 7)), budget=1)

    assert (info.complete, info.immutable) == (True, ("s[1]",))
    assert "It is paid\n  for every step\n" in info.report()
    assert "search has to try" not in info.report()
