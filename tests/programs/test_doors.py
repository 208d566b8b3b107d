"""Objects at the wrong door."""

from __future__ import annotations

from typing import Any

import pytest

import introplan as ip
from introplan.programs.doors import door_for


class Lift:
    """An environment."""

    def __init__(self) -> None:
        self.floor = 0

    def reset(self) -> None:
        """Back to the ground."""
        self.floor = 0

    def step(self, action: int) -> tuple[int, int, bool]:
        """Go up or down."""
        self.floor += action
        return self.floor, int(self.floor == 3), self.floor == 3


class Puzzle:
    """A search problem."""

    initial = 0

    def actions(self, state: int) -> list[int]:
        """Two of them."""
        return [1, 2]

    def result(self, state: int, action: int) -> int:
        """The sum."""
        return state + action

    def goal_test(self, state: int) -> bool:
        """Four."""
        return state == 4


@pytest.mark.parametrize(
    ("found", "advice"),
    [
        (Lift(), "ip.from_env"),
        (Puzzle(), "ip.from_problem"),
        (Lift, "Lift is a class"),
        ("my_world.py", "ip.read_program('my_world.py')"),
        ("domain.pddl", "ip.read(domain, problem)"),
        (lambda s, a: s, "ip.program"),
        (ip.program(actions=[1], transition=max, reward=lambda s, a, t: 0), "task(start)"),
    ],
)
def test_every_door_that_takes_a_task_says_which_one_is_right(found: Any, advice: str) -> None:
    """Environments, problems, paths and functions are named, and nothing of them is called."""
    assert advice in door_for(found)
    for ask in (ip.plan, ip.introspect, ip.certify, ip.wishes, ip.reachable):
        with pytest.raises(ip.UsageError) as raised:
            ask(found)
        assert advice in str(raised.value)
        assert "which has no" not in str(raised.value) or isinstance(found, ip.Program)


def test_the_advice_of_a_door_works() -> None:
    """What was knocked at the wrong door is planned behind the right one."""
    assert ip.plan(ip.from_env(Lift(), actions=[1, -1])).plan == (1, 1, 1)
    assert ip.plan(ip.from_problem(Puzzle())).plan == (2, 2)


def test_one_file_alone_is_no_task_in_pddl() -> None:
    """A world in Python is read by another function."""
    with pytest.raises(ip.UsageError, match=r"read by ip.read_program\('my_world.py'\)"):
        ip.read("my_world.py")
    with pytest.raises(ip.UsageError, match=r"read takes a domain and a problem$"):
        ip.read("light.pddl")


def test_what_belongs_nowhere_is_only_named() -> None:
    """There is no advice for a number."""
    assert door_for(3) == door_for("words") == ""


def test_an_environment_without_a_step_is_told_what_it_lacks() -> None:
    """A search problem is sent on, and a class is no object."""
    with pytest.raises(ip.UsageError, match=r"Puzzle has no step\(action\).*ip.from_problem"):
        ip.from_env(Puzzle())
    with pytest.raises(ip.UsageError, match=r"hand an object: from_env\(Lift\(\)\)"):
        ip.from_env(Lift)
    with pytest.raises(ip.UsageError, match=r"int has no step\(action\).*ip.program"):
        ip.from_env(3)
    with pytest.raises(ip.UsageError, match=r"With its step it is an environment: ip.from_env"):
        ip.from_problem(Lift())


def test_an_environment_of_pyrddlgym_has_a_door_of_its_own() -> None:
    """Its rules are known, so it is not tried like an unknown object."""
    env = type("RDDLEnv", (Lift,), {"__module__": "pyRDDLGym.core.env"})()
    for door in (ip.policy, ip.from_env):
        with pytest.raises(ip.UsageError, match=r"introplan\.interop\.rddl\.task"):
            door(env)
    assert door_for("world.rddl") == "ip.read(domain, problem) reads one"
