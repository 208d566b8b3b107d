"""Warnings about worlds in Python: slips, chance, rewards that say nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import introplan as ip

EXAMPLES = Path(__file__).parents[2] / "examples"


def notes(task: ip.ProgramTask, **modes: Any) -> str:
    """All notes of a plan."""
    return "\n".join(ip.plan(task, **modes).notes)


def test_an_action_that_always_raises_is_named_with_its_place() -> None:
    """A KeyError in every state is a slip, not a rule."""
    moves = {"left": -1, "right": 1}

    def transition(state: int, action: str) -> int:
        return state + moves[action]

    model = ip.program(
        actions=["left", "right", "jump"],
        transition=transition,
        reward=lambda s, a, t: -1.0,
        terminal=lambda s, a, t: abs(t) == 5,
    )
    said = notes(model.task(0))
    assert "action jump raised in every state where it was tried at" in said
    assert "test_program_notes.py" in said
    assert "KeyError: 'jump'" in said
    assert "left" not in said


@pytest.mark.parametrize("role", ["transition", "reward", "terminal"])
def test_chance_is_refused_by_name(role: str) -> None:
    """The same question must give the same answer."""
    parts: dict[str, Any] = {
        "transition": lambda s, a: s + a,
        "reward": lambda s, a, t: -1.0,
        "terminal": lambda s, a, t: t > 5,
    }
    rng = random.Random(1)
    numbers = iter(range(10**9))
    parts[role] = {
        "transition": lambda s, a: s + a + rng.randint(1, 1000),
        "reward": lambda s, a, t: rng.random(),
        "terminal": lambda s, a, t: next(numbers) % 2 == 0,
    }[role]
    with pytest.raises(ip.ModelError, match=f"{role} gave two answers to the same question"):
        ip.plan(ip.program(actions=[1, 2], **parts).task(0))


def slippery(state: int, action: int) -> int:
    """A step that may go too far."""
    return state + action + random.randint(0, 10**9)


def test_the_place_where_chance_is_drawn_is_named() -> None:
    """With the call, its file and its line."""
    model = ip.program(actions=[1], transition=slippery, reward=lambda s, a, t: 1.0)
    with pytest.raises(ip.ModelError, match=r"randint.* at .*test_program_notes\.py:\d+"):
        ip.plan(model.task(0, 5))


def test_a_reward_that_never_changes_is_said() -> None:
    """Where the score is what counts; a cost for each step is a way to ask for few of them."""
    model = ip.program(
        actions=[1, -1],
        transition=lambda s, a: max(0, min(30, s + a)),
        reward=lambda s, a, t: 0.0,
        terminal=lambda s, a, t: t == 30,
    )
    assert "the reward was 0 in each of" in notes(model.task(0))
    dear = ip.program(
        actions=[1, -1],
        transition=lambda s, a: max(0, min(30, s + a)),
        reward=lambda s, a, t: -1.0,
        terminal=lambda s, a, t: t == 30,
    )
    assert notes(dear.task(0)) == ""


def test_success_that_pays_less_than_the_largest_reward_is_said() -> None:
    """A jewel lies beyond the door that succeeds."""
    model = ip.program(
        actions=["door", "jewel"],
        transition=lambda s, a: a,
        reward=lambda s, a, t: {"door": 1.0, "jewel": 5.0}[t],
        terminal=lambda s, a, t: "success" if a == "door" else "failure" if s else "continue",
    )
    task = model.task("jewel")
    assert "success pays 1 here, less than the largest reward" not in notes(task)
    trap = ip.program(
        actions=["door", "jewel"],
        transition=lambda s, a: a,
        reward=lambda s, a, t: {"door": 1.0, "jewel": 5.0}[t],
        terminal=lambda s, a, t: "success" if (s, a) == ("", "door") else "continue",
    )
    assert "success pays 1 here, less than the largest reward of a step, 5" in notes(trap.task(""))


def test_slips_are_named_on_the_shortest_way_too() -> None:
    """`shortest` keeps no record of its steps, so it looks around the start."""
    model = ip.program(
        actions=["left", "right", "jump", "rest"],
        transition=lambda s, a: _rested(s) if a == "rest" else s + {"left": -1, "right": 1}[a],
        reward=lambda s, a, t: 1.0 if t == 900 else 0.0,
        terminal=lambda s, a, t: t in (900, -3),
    )
    said = notes(model.task(0), shortest=True)
    assert "action jump raised" in said
    assert "rest" not in said


def _rested(state: int) -> int:
    """What may be a rule further away."""
    if state < 800:
        raise ValueError("not tired yet")
    return state


def test_a_reward_that_never_changes_is_told_where_nothing_ends() -> None:
    """The largest reward, once: every step pays it."""
    model = ip.program(
        actions=[1, 2], transition=lambda s, a: (s + a) % 7, reward=lambda s, a, t: 3
    )
    assert notes(model.task(0)).count("the reward was 3 in each of the") == 1
    model = ip.program(
        actions=[1, 2], transition=lambda s, a: (s + a) % 7, reward=lambda s, a, t: t
    )
    assert not notes(model.task(0))


def test_chance_that_shows_in_one_of_two_answers_is_always_refused() -> None:
    """Two equal answers in a row do not hide a coin: where code draws, steps are taken often."""
    model = ip.program(
        actions=["wait"],
        transition=lambda s, a: s + 1 if random.random() < 0.5 else s,
        reward=lambda s, a, t: float(t == 3),
    )
    for _ in range(20):
        with pytest.raises(ip.ModelError, match="two answers to the same question"):
            ip.plan(model.task(0, horizon=7))


def test_numbers_that_are_drawn_for_nothing_are_noted() -> None:
    """A draw that no answer depends on is no reason to refuse a world."""

    def transition(s: int, a: int) -> int:
        random.random()
        return min(s + a, 5)

    model = ip.program(actions=[1], transition=transition, reward=lambda s, a, t: float(t == 5))

    assert "draws random numbers" in notes(model.task(0, horizon=7))


def test_a_limit_on_nodes_is_not_spent_on_a_look_around() -> None:
    """A quarter of it at most: the search along a distance needs the rest."""
    task = ip.read_program(EXAMPLES / "fifteen_puzzle.py")
    result = ip.plan(task, limits=ip.Limits(nodes=3_000), shortest=True)

    assert result.status == "success"
    assert ip.plan(task, limits=ip.Limits(nodes=3_000), optimal=True).status == "success"


def test_an_end_that_is_no_success_is_said() -> None:
    """A gift pays most at once and costs more later: the best episode ends without it."""
    model = ip.program(
        actions=["safe", "gift"],
        transition=lambda s, a: (s[0] + 1, s[1] or (a == "gift" and s[0] == 2)),
        reward=lambda s, a, t: 5 if a == "gift" and s[0] == 2 else (-9 if t[1] else 1),
        terminal=lambda s, a, t: t[0] == 6,
    )
    said = notes(model.task((0, False)), optimal=True)
    assert "the episode ends without the largest reward of a step, 5: the best score does" in said


class Bank:
    """A state without an equality of its own, listed as a move as students do."""

    def __init__(self, here: int, side: int) -> None:
        self.here, self.side = here, side

    def following(self) -> list[Bank]:
        """The states that can come next."""
        step = 2 if self.side else -3
        return [Bank(self.here + step, 1 - self.side), Bank(self.here, 1 - self.side)]


def test_moves_that_are_objects_are_compared_by_content() -> None:
    """They are made anew whenever they are asked for, which is not chance."""
    task = ip.program(
        actions=lambda s: s.following(),
        transition=lambda s, a: a,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t.here == 0,
    ).task(Bank(3, 0))

    assert ip.plan(task).score == -1
    assert ip.plan(task, optimal=True).score == -1


NOTHING: dict[int, int] = {}


class Stuck:
    """Whatever is tried raises."""

    def __init__(self) -> None:
        self.x = 0

    def step(self, action: int) -> tuple[int, int, bool]:
        """A table without an entry."""
        self.x += NOTHING[action]
        return self.x, 0, self.x == 3


def test_where_nothing_can_be_done_the_reason_is_named() -> None:
    """The error, with its line, and no word of a plan that there is not."""
    for task in (
        ip.from_env(Stuck(), actions=[1]),
        ip.program(actions=[1], transition=lambda s, a: NOTHING[a], reward=lambda s, a, t: 1).task(
            0
        ),
    ):
        result = ip.plan(task)

        assert (result.plan, result.reason) == (None, "no action can be done")
        assert len(result.notes) == 1
        assert "action 1 raised in every state where it was tried at " in result.notes[0]
        assert "test_program_notes.py:" in result.notes[0]
        assert "KeyError: 1" in result.notes[0]


def test_a_step_with_two_answers_is_called_a_step() -> None:
    """The message speaks of the function that there is."""

    def step(s: int, a: int) -> tuple[int, int, bool]:
        return s + random.randint(0, 1), 0, False

    with pytest.raises(ip.ModelError, match="step gave two answers"):
        ip.plan(ip.program(actions=[1], step=step).task(0))
