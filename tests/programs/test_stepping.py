"""Worlds that are one function `step`."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import pytest

import introplan as ip
from introplan.programs.stepping import (
    has_end,
    is_derived,
    returns_nothing,
    reward_of,
    taken,
    terminal_of,
    transition_of,
)

MOVES = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}
WALLS = {(1, 1), (2, 2)}


def walk(s: tuple[int, int], a: str) -> Any:
    """A grid with walls; what is not allowed gives None."""
    x, y = s[0] + MOVES[a][0], s[1] + MOVES[a][1]
    if not (0 <= x < 6 and 0 <= y < 6) or (x, y) in WALLS:
        return None
    return (x, y), (10 if (x, y) == (5, 5) else -1), (x, y) == (5, 5)


def count(s: dict[str, int], a: str) -> Any:
    """Changes its argument, and answers as Gymnasium does."""
    s["t"] += 1
    s["n"] = min(s["n"] + 1, 9) if a == "inc" else max(s["n"] - 1, 0)
    return s, float(s["n"] == 7), s["n"] == 9, s["t"] >= 30, {"success": s["n"] == 9}


def named(s: int, a: int) -> Any:
    """Names success."""
    after = s + a
    done = ip.Status.SUCCESS if after == 3 else ip.Status.CONTINUE
    return after, -1, done


def test_a_step_is_planned_with_and_read() -> None:
    """Reward, end and rules come out as with three functions."""
    task = ip.program(actions=list(MOVES), step=walk).task((0, 0))
    result = ip.plan(task, optimal=True)
    info = ip.introspect(task, budget=5)
    assert (result.score, len(result.plan or ()), result.proved_optimal) == (1, 10, True)
    assert ip.verify(task, result.plan).valid
    assert (info.r_max.value, info.r_max.status) == (10, "exact")
    assert not info.diagnostics
    assert info.heuristic((0, 0)) == 10


def test_a_step_may_change_its_argument() -> None:
    """It gets a copy; truncation ends the episode, an info named success names none."""
    start = {"n": 0, "t": 0}
    task = ip.program(actions=["inc", "dec"], step=count).task(start)
    outcome = task.step(start, "inc")
    assert outcome == ({"n": 1, "t": 1}, 0.0, ip.Status.CONTINUE)
    assert start == {"n": 0, "t": 0}
    assert task.step({"n": 1, "t": 29}, "dec").status is ip.Status.OVER
    assert not task.program.names_success
    assert ip.introspect(task, budget=5).r_max.value == 1


def test_an_action_that_is_not_allowed_gives_none() -> None:
    """From `step` and from `transition`; the reader knows it too."""
    with pytest.raises(ip.NotAllowedError, match="step returned None"):
        ip.program(actions=list(MOVES), step=walk).task((0, 0)).step((0, 0), "w")
    task = ip.program(
        actions=list(MOVES),
        transition=lambda s, a: None if walk(s, a) is None else walk(s, a)[0],
        reward=lambda s, a, t: float(t == (5, 5)),
    ).task((0, 0))
    with pytest.raises(ip.NotAllowedError, match="transition returned None"):
        task.step((0, 0), "w")
    assert [a for a, _ in task.successors((0, 0))] == ["s", "e"]
    assert len(ip.plan(task).plan or ()) == 10
    assert not ip.introspect(task, budget=5).diagnostics


def test_success_is_named_by_done() -> None:
    """`done` may be a status."""
    task = ip.program(actions=[-1, 1], step=named).task(0)
    assert task.program.names_success
    assert str(ip.plan(task).status) == "success"


def test_a_step_without_an_end_asks_for_the_largest_reward() -> None:
    """Answers of two parts say nothing of an end."""
    task = ip.program(actions=[-1, 1], step=lambda s, a: (s + a, int(s + a == 4))).task(0)
    assert task.program.terminal is None
    assert ip.plan(task).plan == (1, 1, 1, 1)


def test_what_is_given_beside_a_step_takes_the_place_of_what_it_says() -> None:
    """A terminal that names success, or another reward; but not another transition."""
    world = ip.program(
        actions=[-1, 1],
        step=named,
        terminal=lambda s, a, t: ip.Status.SUCCESS if t == -2 else ip.Status.CONTINUE,
        reward=lambda s, a, t: 5,
    )
    outcome = world.task(0).step(-1, -1)
    assert (outcome.reward, outcome.status) == (5, ip.Status.SUCCESS)
    with pytest.raises(ip.UsageError, match="either step or transition"):
        ip.program(actions=[1], step=named, transition=lambda s, a: s)


def test_answers_of_another_kind_are_reported_with_their_place() -> None:
    """Nothing, a bare state, an end that is a number."""
    for step, message in (
        (lambda s, a: None, "it returns nothing"),
        (lambda s, a: s + a, "step must return"),
        (lambda s, a: (s, 1, "maybe"), "step must return done as True, False"),
        (lambda s, a: (s, "much"), "finite number"),
    ):
        with pytest.raises(ip.ModelError, match=message):
            ip.program(actions=[1], step=step).task(0).step(0, 1)


def test_derived_parts_know_where_they_come_from() -> None:
    """And are made again in another process."""
    parts = (transition_of(walk), reward_of(walk), terminal_of(walk))
    assert all(is_derived(part, walk) and not is_derived(part, count) for part in parts)
    assert (parts[0]((0, 0), "e"), parts[1]((0, 0), "e", None)) == ((1, 0), -1)
    assert not is_derived(walk, None)
    again = pickle.loads(pickle.dumps(ip.program(actions=list(MOVES), step=walk).task((0, 0))))
    assert again.step((4, 5), "e") == ((5, 5), 10.0, ip.Status.OVER)


def test_answers_of_two_to_five_parts_are_taken_apart() -> None:
    """Also Gym's four."""
    assert taken(walk, (1, 2)) == (1, 2, False)
    assert taken(walk, (1, 2, True, {})) == (1, 2, True)
    assert taken(walk, (1, 2, False, True, {})) == (1, 2, True)
    assert taken(walk, [1, 2, ip.Status.SUCCESS, True, {}]) == (1, 2, ip.Status.SUCCESS)


def test_the_text_of_a_step_says_whether_it_has_an_end() -> None:
    """What cannot be told may have one."""
    assert has_end(walk)
    assert not has_end(lambda s, a: (s, a))
    assert has_end(len)
    assert returns_nothing(lambda s, a: None)
    assert not returns_nothing(walk)


def test_a_module_may_define_step(tmp_path: Any) -> None:
    """Instead of transition and reward."""
    file = tmp_path / "world.py"
    text = "ACTIONS = [1]\nSTART = 0\ndef step(s, a):\n    return s + a, 1, s == 3\n"
    file.write_text(text)
    assert ip.plan(ip.read_program(file)).score == 4
    file.write_text(text.replace("START", "BEGIN"))
    with pytest.raises(ip.ModelError, match="START is not defined"):
        ip.read_program(file)


def test_the_text_of_a_function_is_looked_up_once_for_all_moves_that_are_not_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search asks with every None; looking for the text takes longer than the search does."""
    looked_up: list[Any] = []
    find = inspect.getsource

    def noted(code: Any) -> str:
        looked_up.append(code)
        return find(code)

    monkeypatch.setattr(inspect, "getsource", noted)

    def push(state: int, action: str) -> int | None:
        return None if action == "back" else state + 1

    answers = [returns_nothing(push) for _ in range(50)]

    assert (answers, len(looked_up)) == ([False] * 50, 1)


def test_a_reward_in_the_wrong_place_is_said_of_the_step() -> None:
    """Reward and state swapped: the user wrote a step, and no reward."""

    def step(s: int, a: int) -> tuple[int, tuple[int]]:
        return 0, (s + a,)

    task = ip.program(actions=[1, 2], step=step).task(0)
    with pytest.raises(ip.ModelError, match="step must return the reward as a finite number"):
        ip.plan(task)
    with pytest.raises(ip.ModelError, match="step must return the reward as a finite number"):
        task.step(0, 1)
