"""Environments as tasks; plans are replayed in the real environment."""

from __future__ import annotations

import functools
import inspect
import random
import threading
from typing import Any, NamedTuple

import pytest

import introplan as ip
from introplan.programs.identity import key_of


class Corridor:
    """A code world model as language models write it: with a counter, a log and a generator."""

    def __init__(self) -> None:
        self.rng = random.Random(3)
        self.walls = {3}
        self.last_action: str | None = None
        self.reset()

    def reset(self) -> int:
        """To the start."""
        self.position, self.keys, self.last_action = 0, [1], None
        return self.position

    def step(self, action: str) -> Any:
        """Walk; a draw that decides nothing."""
        self.last_action = action
        _ = self.rng.random() < 0
        if action == "take" and self.position in self.keys:
            self.keys.remove(self.position)
        to = self.position + (action == "right") - (action == "left")
        if 0 <= to <= 5 and (to not in self.walls or not self.keys):
            self.position = to
        return self.position, float(self.position == 5), self.position == 5


class Dice(Corridor):
    """Steps are drawn."""

    def step(self, action: str) -> Any:
        """Somewhere."""
        self.position = self.rng.randint(0, 5)
        return self.position, float(self.position == 5), self.position == 5


ACTIONS = ["left", "right", "take"]


def replayed(env: Any, plan: Any) -> float:
    """What a plan scores in the real environment."""
    return sum(float(env.step(action)[1]) for action in plan)


def test_a_code_world_model_is_planned_with() -> None:
    """The attributes that steps change are the state; the object stays as it is."""
    env = Corridor()
    task = ip.from_env(env, actions=ACTIONS)
    result = ip.plan(task)
    assert set(task.start) == {"keys", "position"}
    assert (len(result.plan or ()), env.position) == (6, 0)
    assert replayed(env, result.plan) == 1


class Wrapped:
    """A simulation within, beside a handle that nothing can copy."""

    def __init__(self, handle: Any) -> None:
        self.inner, self.inner.handle = Corridor(), handle  # type: ignore[attr-defined]

    def step(self, action: str) -> Any:
        """What the simulation says."""
        return self.inner.step(action)


class Asking(Wrapped):
    """Its steps ask the handle."""

    def step(self, action: str) -> Any:
        """Over when nothing is left."""
        left = next(self.inner.handle, None)  # type: ignore[attr-defined]
        return None, 0.0, left is None


def test_what_changes_beside_a_handle_is_part_of_the_state() -> None:
    """A lock has no content, a generator hides its own: where it is asked, nothing is planned."""
    env = Wrapped(threading.Lock())

    result = ip.plan(ip.from_env(env, actions=ACTIONS))

    assert (len(result.plan or ()), env.inner.position) == (6, 0)
    assert replayed(env, result.plan) == 1
    assert len(ip.plan(ip.from_env(Wrapped(n for n in range(3)), actions=ACTIONS)).plan or ()) == 6
    with pytest.raises(ip.UsageError, match=r"Asking\.inner\.handle is not seen"):
        ip.from_env(Asking(n for n in range(3)), actions=ACTIONS)


class Held(Corridor):
    """A handle that no rule asks for, and a place with a private name."""

    def __init__(self) -> None:
        self.handle, self.__place = threading.Lock(), 0
        super().__init__()

    def step(self, action: str) -> Any:
        """To the right end, in twice as many steps."""
        self.__place += action == "right"
        return None, float(self.__place == 10), self.__place == 10, {}


def test_private_attributes_are_part_of_the_state_and_handles_are_not() -> None:
    """The names of private ones begin with that of their class."""
    task = ip.from_env(Held(), actions=ACTIONS)
    assert task.start["_Held__place"] == 0
    assert "handle" not in task.start
    assert len(ip.plan(task).plan or ()) == 10


class Link:
    """One of a chain."""

    def __init__(self, following: Any) -> None:
        self.following = following


def chain_without_key() -> Any:
    """A chain just too long to be told from others, which takes more calls than copying it."""
    chain = None
    while True:
        chain = Link(chain)
        try:
            key_of(chain)
        except ip.UsageError:
            return chain


def test_what_changes_beside_what_cannot_be_told_apart_is_part_of_the_state() -> None:
    """What has no key may have changed."""
    env = Wrapped(chain_without_key())

    result = ip.plan(ip.from_env(env, actions=ACTIONS))

    assert (len(result.plan or ()), env.inner.position) == (6, 0)
    assert replayed(env, result.plan) == 1


class Discrete:
    """A space of numbers, as Gymnasium has one."""

    n = 3


class Flat(Discrete):
    """The actions of a simulator, by number."""


class Numbered(Corridor):
    """Its actions are numbers, of a space that has a class of its own."""

    action_space = Flat()

    def step(self, action: Any) -> Any:
        """The action of this number."""
        return super().step(ACTIONS[action])


def test_a_space_of_a_class_of_its_own_is_known_by_what_it_stems_from() -> None:
    """Its members are those of the space."""
    assert len(ip.plan(ip.from_env(Numbered())).plan or ()) == 6


def test_a_step_that_draws_makes_a_world_with_chance() -> None:
    """It has a policy and no plan; the generator is not foreseen."""
    dice: Any = ip.from_env(Dice(), actions=ACTIONS)
    assert [p for p, _ in dice.outcomes(dice.start, "left")] == pytest.approx([1 / 6] * 6)
    assert ip.policy(dice).value == pytest.approx(1)
    with pytest.raises(ip.ChanceError, match="policy"):
        ip.plan(dice)


class Late(Corridor):
    """Chance that no short walk meets."""

    def step(self, action: str) -> Any:
        """Straight on, and something else at the end."""
        self.position += 1 if self.position < 10_000 else self.rng.randint(0, 5)
        return self.position, 0.0, self.position > 10_001


def test_chance_that_is_met_late_is_refused_by_place() -> None:
    """A plan goes through it: nothing is foreseen."""
    task = ip.from_env(Late(), actions=["on"])
    with pytest.raises(ip.ModelError, match="step draws: chance that was not seen") as raised:
        task.step({**task.start, "position": 10_000}, "on")
    line = inspect.getsourcelines(Late.step)[1]
    assert str(raised.value).startswith(f"{__file__}:{line}: ")


def test_actions_must_be_known() -> None:
    """Or given."""
    with pytest.raises(ip.UsageError, match="say it: from_env"):
        ip.from_env(Corridor())


@pytest.mark.parametrize(
    ("name", "options", "score"),
    [
        ("FrozenLake-v1", {"is_slippery": False}, 1),
        ("CliffWalking-v1", {}, -13),
        ("Taxi-v4", {}, None),
    ],
)
def test_toy_text_is_solved_in_the_real_environment(name: str, options: Any, score: Any) -> None:
    """By their tables, within their own limits."""
    gymnasium = pytest.importorskip("gymnasium")
    env = gymnasium.make(name, **options)
    result = ip.plan(ip.from_env(env))
    env.reset(seed=0)
    paid = replayed(env, result.plan)
    assert paid == result.score
    assert score in (None, paid)


def test_chance_is_in_tables() -> None:
    """A slippery lake has a policy and no plan."""
    gymnasium = pytest.importorskip("gymnasium")
    lake = ip.from_env(gymnasium.make("FrozenLake-v1", is_slippery=True))
    assert len(lake.outcomes(0, 0)) == 2
    assert lake.horizon == 100
    with pytest.raises(ip.ChanceError, match="policy"):
        ip.plan(lake)


class Placed(Corridor):
    """One that can be put anywhere."""

    def set_state(self, state: tuple[int, list[int]]) -> None:
        """Put it there."""
        self.position, self.keys = state[0], list(state[1])


def test_a_task_starts_where_it_is_told_to() -> None:
    """What `set_state` takes, attributes by name, or a state of a table; else it is refused."""
    by_state = ip.from_env(Placed(), actions=ACTIONS, start=(2, []))
    by_name = ip.from_env(Corridor(), actions=ACTIONS, start={"position": 2, "keys": []})
    assert by_state.start == by_name.start == {"position": 2, "keys": []}
    assert ip.plan(by_name).plan == ("right",) * 3

    table = Corridor()
    table.P = {s: {0: [(1.0, s + 1, float(s == 3), s == 3)]} for s in range(4)}  # type: ignore[attr-defined]
    table.s = 0  # type: ignore[attr-defined]
    assert len(ip.plan(ip.from_env(table, actions=[0], start=2)).plan or ()) == 2

    for wrong in ({"place": 2}, 7):
        with pytest.raises(ip.UsageError, match="start is a dictionary of attributes"):
            ip.from_env(Corridor(), actions=ACTIONS, start=wrong)


def test_an_environment_as_start_is_not_reset() -> None:
    """The task starts where it is now."""
    env = Corridor()
    for action in ("right", "take"):
        env.step(action)
    here = ip.from_env(env, actions=ACTIONS, start=env)
    assert here.start == {"keys": [], "position": 1}
    assert ip.plan(here).plan == ("right",) * 4
    gymnasium = pytest.importorskip("gymnasium")
    lake = gymnasium.make("FrozenLake-v1", is_slippery=False)
    assert len(ip.plan(ip.from_env(lake, start=14)).plan or ()) == 1
    lake.reset(seed=0)
    lake.step(1)
    assert ip.from_env(lake, start=lake).start == 4


class TimeStep(NamedTuple):
    """As dm_env has it: its third part is a discount, and no end."""

    step_type: int
    reward: float | None
    discount: float | None
    observation: Any

    def last(self) -> bool:
        """Is it the last one?"""
        return self.step_type == 2


class Spec:
    """Of three actions."""

    num_values = 3


class Suite(Corridor):
    """In the habits of dm_env."""

    def action_spec(self) -> Spec:
        """What can be done."""
        return Spec()

    def step(self, action: Any) -> Any:
        """One step; the last one pays."""
        seen, paid, over = super().step(ACTIONS[action])
        return TimeStep(2 if over else 1, paid, 1.0, seen)


def test_time_steps_say_by_a_method_when_they_are_the_last() -> None:
    """Their third part is a discount; what can be done is a specification."""
    result = ip.plan(ip.from_env(Suite()))
    assert (result.score, len(result.plan or ())) == (1, 6)


def test_wrappers_are_a_part_of_the_world_where_they_change_it() -> None:
    """One that changes rewards is; those that record and observe are looked through."""
    gymnasium: Any = pytest.importorskip("gymnasium")

    class Line(gymnasium.Env):  # type: ignore[misc]
        """Five places."""

        action_space = gymnasium.spaces.Discrete(2)
        observation_space = gymnasium.spaces.Box(0, 4, (1,), int)

        def reset(self, *, seed: Any = None, options: Any = None) -> Any:
            super().reset(seed=seed)
            self.place, self.clock = 0, 0
            return self.place, {}

        def step(self, action: Any) -> Any:
            self.clock += 1
            self.place = min(4, self.place + 1) if action else 0
            return self.place, float(self.place == 4), self.place == 4, self.clock > 20, {}

    wrappers = gymnasium.wrappers
    doubled = ip.plan(ip.from_env(wrappers.TransformReward(Line(), lambda reward: 2 * reward)))
    assert (doubled.score, len(doubled.plan or ())) == (2, 4)
    for env in (wrappers.RecordEpisodeStatistics(Line()), wrappers.FlattenObservation(Line())):
        task = ip.from_env(env)
        assert (set(task.start), task.horizon) == ({"place"}, 21)
        assert ip.plan(task).score == 1
    assert ip.from_env(wrappers.TimeLimit(Line(), 3)).horizon == 3


class Anywhere:
    """Starts where numpy's own generator says, and takes no seed."""

    action_space = range(2)

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> int:
        """One of many places."""
        numpy = pytest.importorskip("numpy")
        self.place = int(numpy.random.randint(10**6))
        return self.place

    def step(self, action: int) -> tuple[int, float, bool, dict[str, object]]:
        """To the left or to the right."""
        self.place += 1 if action else -1
        return self.place, -1.0, self.place == 0, {}


def test_an_environment_without_a_seed_starts_the_same_every_time() -> None:
    """Whatever was drawn before."""
    starts = [ip.from_env(Anywhere(), actions=[0, 1]).start for _ in range(3)]

    assert starts[0] == starts[1] == starts[2]


class Counter:
    """Its count lies in a slot, which the attributes of those that stem from it do not show."""

    __slots__ = ("count",)


class Slotted(Counter):
    """Has attributes as well."""

    def __init__(self) -> None:
        self.count, self.size = 0, 3

    def step(self, action: int) -> Any:
        """The third step pays."""
        self.count += action
        return None, float(self.count == self.size), self.count > self.size


class Listed(list[int]):
    """Is its own state."""

    def step(self, action: int) -> Any:
        """The third step pays."""
        self.append(action)
        return None, float(len(self) == 3), False


@pytest.mark.parametrize("kind", [Slotted, Listed])
def test_what_is_kept_elsewhere_than_in_attributes_is_refused(kind: Any) -> None:
    """It would be taken for constant."""
    with pytest.raises(ip.UsageError, match="not in attributes"):
        ip.from_env(kind(), actions=[0, 1], horizon=5)


class Cached:
    """Steps remember what they answered before, in a place that no copy has."""

    def __init__(self) -> None:
        self.place, self.weight = 0, 1

    def step(self, action: int) -> Any:
        """The weight counts at the first asking only."""
        if action == 2:
            self.weight += 1
        self.place += action % 2
        return None, self._worth(self.place), False

    @functools.cache  # noqa: B019 - such worlds exist
    def _worth(self, place: int) -> int:
        return place * self.weight


def test_a_plan_that_pays_something_else_in_one_go_is_no_plan() -> None:
    """Each step alone does what the search was told; one after the other they do not."""
    with pytest.raises(ip.ModelError, match="taking the plan with one environment"):
        ip.plan(ip.from_env(Cached(), actions=[0, 1, 2], horizon=5), optimal=True)
