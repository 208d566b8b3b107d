"""Objects within objects: their attributes are a world's own, by names with dots."""

from __future__ import annotations

import random
from typing import Any

import introplan as ip
from introplan.programs.nesting import attributes_of, built, objects_of, opened_in


class Walls:
    """What is drawn of a maze; it keeps a generator."""

    def __init__(self) -> None:
        self.rng, self.size, self.__robot = random.Random(1), 6, [0]

    @property
    def robot(self) -> int:
        """Where it is."""
        return self.__robot[0]

    def move(self, by: int) -> None:
        """One cell, within the walls."""
        self.__robot[0] = max(0, min(self.size - 1, self.__robot[0] + by))


class Maze:
    """A simulator that keeps its state in what it draws."""

    def __init__(self) -> None:
        self.view = Walls()
        self.seen = 0

    def step(self, action: int) -> Any:
        """Over at the last cell."""
        self.view.move(action)
        self.seen = self.view.robot
        over = self.view.robot == 5
        return self.seen, float(over), over, {}


class Wrapper:
    """Gym's way: another object around it."""

    def __init__(self) -> None:
        self.env = Maze()

    def step(self, action: int) -> Any:
        """What is within."""
        return self.env.step(action)


def test_attributes_are_those_of_all_objects() -> None:
    """Taken apart and put together again, which leaves the object as it is."""
    env = Wrapper()
    opened = opened_in(env)
    assert [each.prefix for each in opened] == ["env.", "env.view."]
    assert objects_of(env, opened) == [env, env.env, env.env.view]
    own = attributes_of(env, opened)
    assert {*own} == {"env.seen", "env.view.rng", "env.view.size", "env.view._Walls__robot"}
    twin = built(env, opened, {**own, "env.view._Walls__robot": [4]})
    assert twin.step(1)[2]
    assert env.env.view.robot == 0


def test_wrapped_simulators_are_read() -> None:
    """The state is what changes, the distance is known, and the plan is the environment's."""
    task = ip.from_env(Wrapper(), actions=[-1, 1])
    assert task.start == {"env.seen": 0, "env.view._Walls__robot": [0]}
    info = ip.introspect(task, budget=5)
    assert info.understood.startswith("read: rules, reward")
    assert info.heuristic is not None
    assert info.heuristic(task.start) == 5
    env, plan = Wrapper(), ip.plan(task).plan or ()
    assert sum(env.step(action)[1] for action in plan) == 1


class Shared(Wrapper):
    """Two names for one object."""

    def __init__(self) -> None:
        super().__init__()
        self.same = self.env


class Replaced(Wrapper):
    """A step begins anew, with another object."""

    def step(self, action: int) -> Any:
        """Action 2 is a way back."""
        if action == 2:
            self.env = Maze()
            return None, 0.0, False, {}
        return super().step(action)


def test_what_is_shared_or_set_anew_is_not_opened() -> None:
    """It is planned with all the same."""
    assert opened_in(Shared()) == []
    assert opened_in(Replaced(), {"env"}) == []
    for env, actions in ((Shared(), [-1, 1]), (Replaced(), [-1, 1, 2])):
        result = ip.plan(ip.from_env(env, actions=actions))
        assert (result.score, len(result.plan or ())) == (1, 5)
