"""All steps of a state in one loop: the same as step by step, whatever user code does."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.errors import ModelError
from introplan.limits import LimitReached, Limits, Meter
from introplan.mdp import Status, attempt
from introplan.programs.expansion import (
    LEARNING_EXPANSIONS,
    Care,
    StatesChangedError,
    conduct_of,
    with_care,
)
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import BlackBox, ProgramTask

MOVES = [-2, -1, 1, 3]


def _walk(s: list[int], a: int) -> list[int]:
    if not 0 <= s[0] + a < 60:
        raise ValueError("over the edge")
    return [s[0] + a, *s[1:]]


def _walk_in_place(s: list[int], a: int) -> list[int]:
    if not 0 <= s[0] + a < 60:
        raise ValueError("over the edge")
    s[0] += a
    return s


def _task(transition: Any, start: Any = None, **parts: Any) -> ProgramTask:
    reward = parts.pop("reward", lambda s, a, s2: s2[0])
    model = ip.program(actions=MOVES, transition=transition, reward=reward, **parts)
    return model.task([0, 7] if start is None else start)


def _swept(task: ProgramTask) -> list[Any]:
    """Every step of the states that can be reached, breadth first."""
    model, meter = BlackBox(task), Meter()
    found, seen = [kept(task.start)], {kept(task.start)}
    steps = []
    for state in found:
        for step in model.expand(state, meter):
            steps.append((state, *step))
            if step[1] not in seen and step[3] is Status.CONTINUE:
                seen.add(step[1])
                found.append(step[1])
    return steps


def _one_by_one(task: ProgramTask) -> list[Any]:
    """The same with every call on a copy of its own."""
    model = BlackBox(task)
    found, seen = [kept(task.start)], {kept(task.start)}
    steps = []
    for state in found:
        for action in model.actions(state):
            outcome = attempt(model, state, action)
            if outcome is None:
                continue
            steps.append((state, action, *outcome))
            if outcome.state not in seen and outcome.status is Status.CONTINUE:
                seen.add(outcome.state)
                found.append(outcome.state)
    return steps


@pytest.mark.parametrize(
    ("transition", "care"), [(_walk, Care.TRUSTING), (_walk_in_place, Care.IN_PLACE)]
)
def test_functions_are_trusted_by_what_they_were_seen_to_do(transition: Any, care: Care) -> None:
    """One that copies is trusted after a while; one that changes its argument gets copies."""
    task = _task(transition, terminal=lambda s, a, s2: s2[0] == 59)
    assert _swept(task) == _one_by_one(task)
    assert conduct_of(task.program).care is care
    assert task.start == [0, 7]


def test_trusted_functions_get_no_copies() -> None:
    """After learning, the transition is given the very state that the search keeps."""
    given: list[int] = []

    def transition(s: list[int], a: int) -> list[int]:
        given.append(id(s))
        return _walk(s, a)

    task = _task(transition)
    states = [[n, 7] for n in range(LEARNING_EXPANSIONS + 5)]
    model = BlackBox(task)
    for state in states:
        given.clear()
        list(model.expand(kept(state), Meter()))
    assert set(given) == {id(states[-1])}


def test_the_users_start_is_never_handed_out() -> None:
    """Not even to functions that are trusted."""
    given: list[int] = []

    def transition(s: list[int], a: int) -> list[int]:
        given.append(id(s))
        return _walk(s, a)

    task = _task(transition)
    _swept(task)
    assert conduct_of(task.program).care is Care.TRUSTING
    _swept(task)
    assert id(task.start) not in given


def test_a_change_after_a_long_while_is_noticed() -> None:
    """A function that starts to change its argument is found out, and planning starts again."""

    def transition(s: list[int], a: int) -> list[int]:
        after = _walk(s, a)
        if s[0] > 50:
            s[1] = 8
        return after

    task = _task(transition)
    with pytest.raises(StatesChangedError):
        _swept(task)
    assert conduct_of(task.program).care is Care.CAREFUL
    assert _swept(task) == _one_by_one(task)
    another = _task(transition)
    assert with_care(lambda: _swept(another)) == _one_by_one(task)


def test_plans_are_right_where_late_states_are_changed() -> None:
    """The whole way through `plan`, with a reward that changes its arguments as well."""

    def reward(s: list[int], a: int, s2: list[int]) -> int:
        paid = int(s2[0] == 57 and s2[1] == 7)
        if s2[0] > 40:
            s2[1] = 9
        return paid

    task = _task(_walk, reward=reward, terminal=lambda s, a, s2: s2[0] == 57)
    result = ip.plan(task, "greedy")
    assert result.verified
    assert ip.plan(task).score == 1


def test_states_that_share_parts_are_told_apart() -> None:
    """A shallow copy whose inner list is changed harms the parent: noticed, and done with care."""

    def transition(s: dict[str, Any], a: int) -> dict[str, Any]:
        after = dict(s)
        if len(after["log"]) > 6:
            raise ValueError("full")
        if len(after["log"]) > 3:
            after["log"].append(a)
        else:
            after["log"] = [*after["log"], a]
        return after

    model = ip.program(actions=[0, 1], transition=transition, reward=lambda s, a, s2: 0)
    task = model.task({"log": []})
    assert with_care(lambda: len(_swept(task))) == len(_one_by_one(task))


def test_a_step_is_called_once_for_each_move() -> None:
    """And what it says of reward and end is what a search sees."""
    calls = [0]

    def step(s: int, a: int) -> tuple[int, int, bool] | None:
        calls[0] += 1
        return None if s + a < 0 else (s + a, 10 * a, s + a == 3)

    task = ip.program(actions=MOVES, step=step).task(0)
    calls[0] = 0
    found = list(BlackBox(task).expand(0, Meter()))
    assert found == [(1, 1, 10.0, Status.CONTINUE), (3, 3, 30.0, Status.OVER)]
    assert calls[0] == len(MOVES)


def test_a_reward_beside_a_step_takes_its_place() -> None:
    """As in single steps."""
    task = ip.program(
        actions=MOVES,
        step=lambda s, a: (s + a, 1, False),
        reward=lambda s, a, s2: s2,
        terminal=lambda s, a, s2: "failure" if s2 < 0 else "continue",
    ).task(0)
    found = list(BlackBox(task).expand(0, Meter()))
    assert found == [(a, *attempt(BlackBox(task), 0, a)) for a in MOVES]  # type: ignore[misc]


def test_none_means_not_allowed_and_mistakes_are_reported() -> None:
    """A transition that gives None allows nothing; one with a slip of the pen is blamed."""
    nothing = _task(lambda s, a: None if a < 0 else [s[0] + a, 0])
    assert [step[0] for step in BlackBox(nothing).expand(kept([0, 0]), Meter())] == [1, 3]
    slip = _task(lambda s, a: s.position)
    with pytest.raises(ModelError, match="AttributeError"):
        list(BlackBox(slip).expand(kept([0, 0]), Meter()))


def test_time_is_watched_between_actions() -> None:
    """A limit strikes before the next call."""
    meter = Meter(Limits(seconds=0.0))
    with pytest.raises(LimitReached):
        list(BlackBox(_task(_walk)).expand(kept([3, 0]), meter))


@pytest.mark.parametrize("seed", range(20))
def test_random_worlds_of_nested_states(seed: int) -> None:
    """Functions that copy, change in place or do either now and then: never another answer."""
    rng = random.Random(seed)
    table = {(n, a): (rng.randrange(40), rng.randrange(4)) for n in range(40) for a in MOVES}
    habits = [rng.choice(["copy", "in place", "rarely"]) for _ in range(2)]

    def transition(s: dict[str, Any], a: int) -> dict[str, Any]:
        number, item = table[s["at"][0], a]
        in_place = habits[0] == "in place" or (habits[0] == "rarely" and number == 17)
        fresh: dict[str, Any] = {"at": [*s["at"]], "bag": {*s["bag"]}}
        after = s if in_place else fresh
        after["at"][0] = number
        after["bag"] ^= {item}
        return after

    def reward(s: dict[str, Any], a: int, s2: dict[str, Any]) -> int:
        paid: int = len(s2["bag"]) - len(s["bag"]) + s["at"][0]
        if habits[1] == "in place" or (habits[1] == "rarely" and s2["at"][0] == 5):
            s2["bag"].add(9)
        return paid

    model = ip.program(actions=MOVES, transition=transition, reward=reward)
    task = model.task({"at": [0], "bag": set()})
    assert with_care(lambda: _swept(task)) == _one_by_one(task)
    assert value_of(kept(task.start)) == {"at": [0], "bag": set()}
