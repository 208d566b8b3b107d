"""Programs as black boxes: what a step gives, what is not allowed, and what is a mistake."""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass, field
from typing import Any

import pytest

import introplan as ip
from introplan.mdp import NotAllowedError, Wanted, action_text


class Turn(enum.Enum):
    """Actions as an enum."""

    LEFT = -1
    RIGHT = 1


@dataclass
class Cart:
    """A state that transitions like to change in place."""

    at: int = 0
    seen: list[int] = field(default_factory=list)


def pushed(cart: Cart, action: Turn) -> Cart:
    """Change the argument and give it back."""
    cart.at += action.value
    cart.seen.append(cart.at)
    return cart


def line(**parts: Any) -> ip.Program:
    """Whole numbers, one step to either side; some parts replaced."""
    defaults: dict[str, Any] = {
        "actions": (-1, 1),
        "transition": lambda s, a: s + a,
        "reward": lambda s, a, t: t,
    }
    return ip.program(**{**defaults, **parts})


def test_a_transition_that_changes_its_argument_does_no_harm() -> None:
    """The state before is as it was, for the reward as well as for the caller."""
    paid = ip.program(
        actions=Turn, transition=pushed, reward=lambda s, a, t: len(t.seen) - len(s.seen)
    )
    task = paid.task(Cart())
    box = task.episode()
    first = box.model.step(box.start, Turn.RIGHT)
    again = box.model.step(box.start, Turn.RIGHT)

    assert box.model.actions(box.start) == tuple(Turn)
    assert first.state == again.state
    assert first.reward == 1
    assert task.start == Cart()


def test_an_action_is_refused_by_raising() -> None:
    """With the reason, whatever kind of error it is."""

    def careful(s: int, a: int) -> int:
        if s + a < 0:
            raise ValueError("below zero")
        return (10, 20)[s + a]

    task = line(transition=careful).task(0)
    with pytest.raises(NotAllowedError, match="ValueError: below zero"):
        task.step(0, -1)
    with pytest.raises(NotAllowedError, match="IndexError"):
        task.step(5, 1)


def test_a_slip_of_the_pen_is_reported_where_it_is() -> None:
    """File, line and the line itself."""

    def sloppy(s: int, a: int) -> int:
        return s + speed  # type: ignore[name-defined, no-any-return] # noqa: F821

    with pytest.raises(ip.ModelError) as caught:
        line(transition=sloppy).task(0).step(0, 1)

    text = str(caught.value)
    assert text.startswith(f"{__file__}:")
    assert "transition raised NameError: name 'speed' is not defined" in text
    assert caught.value.line == sloppy.__code__.co_firstlineno + 1
    assert "return s + speed" in text


@pytest.mark.parametrize("kind", [NotImplementedError, OSError, TimeoutError, SyntaxError])
def test_what_nobody_raises_to_refuse_an_action_is_reported(kind: type[Exception]) -> None:
    """It would else count as "not allowed", and in the end as a proof that there is no plan."""

    def unfinished(s: int, a: int) -> int:
        raise kind("not yet")

    with pytest.raises(ip.ModelError, match=f"transition raised {kind.__name__}: not yet"):
        line(transition=unfinished).task(0).step(0, 1)


def test_errors_in_called_code_point_at_the_users_own_line() -> None:
    """Not at the inside of a library."""

    def reward(s: int, a: int, t: int) -> float:
        return len(json.dumps(object()))

    with pytest.raises(ip.ModelError, match="reward raised TypeError") as caught:
        line(reward=reward).task(0).step(0, 1)
    assert caught.value.line == reward.__code__.co_firstlineno + 1


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"transition": lambda s, a: None}, "must return the new state, got None"),
        ({"reward": lambda s, a, t: None}, "must return a finite number, got None"),
        ({"reward": lambda s, a, t: "3"}, "must return a finite number, got '3'"),
        ({"reward": lambda s, a, t: float("nan")}, "must return a finite number, got nan"),
        ({"terminal": lambda s, a, t: 3}, "must return True, False, or one of 'success'"),
    ],
)
def test_answers_of_the_wrong_kind_are_reported(parts: dict[str, Any], message: str) -> None:
    """With the place where the function is defined."""
    with pytest.raises(ip.ModelError, match=message) as caught:
        line(**parts).task(0).step(0, 1)
    assert caught.value.file == __file__
    assert caught.value.line is not None


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (True, ip.Status.OVER),
        (False, ip.Status.CONTINUE),
        (None, ip.Status.CONTINUE),
        (ip.Status.FAILURE, ip.Status.FAILURE),
        ("failure", ip.Status.FAILURE),
    ],
)
def test_terminal_gives_a_status_or_a_truth_value(answer: Any, status: ip.Status) -> None:
    """True means that the episode is over."""
    task = line(terminal=lambda s, a, t: answer).task(0)
    assert task.step(0, 1).status is status


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"transition": 3}, "transition must be a function transition"),
        ({"transition": lambda s: s}, "transition is called as transition"),
        ({"reward": lambda s, a: 1}, "reward is called as reward"),
        ({"terminal": True}, "terminal must be a function"),
        ({"actions": 3}, "actions must be a list, or a function of a state"),
        ({"actions": []}, "actions is empty"),
        ({"actions": lambda: []}, "actions is called as"),
    ],
)
def test_parts_that_do_not_fit_are_refused_at_once(parts: dict[str, Any], message: str) -> None:
    """Before anything is run."""
    with pytest.raises(ip.UsageError, match=message):
        line(**parts)


@pytest.mark.parametrize("horizon", [-1, 2.5, True, "3"])
def test_a_horizon_is_a_whole_number(horizon: Any) -> None:
    """Or None."""
    with pytest.raises(ip.UsageError, match="horizon"):
        line().task(0, horizon)


def test_actions_may_depend_on_the_state_and_sets_are_put_in_order() -> None:
    """The same order under every hash seed."""
    task = line(actions=lambda s: {f"a{i}" for i in range(s)}).task(3)
    assert task.actions(3) == ("a0", "a1", "a2")
    assert task.actions(0) == ()


def test_actions_that_are_no_list_are_reported() -> None:
    """A function that forgot to return."""
    with pytest.raises(ip.ModelError, match="actions must return a list of actions, got None"):
        line(actions=lambda s: None).task(3).actions(3)


def test_what_is_wanted_follows_from_what_is_given() -> None:
    """A horizon or an end asks for score, named success for that, nothing for a reward."""
    plain, ending = line(), line(terminal=lambda s, a, t: t == 3)
    named = line(terminal=lambda s, a, t: "success" if t == 3 else "continue")
    assert plain.task(0, 5).wanted is Wanted.SCORE
    assert ending.task(0, 5).wanted is Wanted.SCORE
    assert ending.task(0).wanted is Wanted.SCORE
    assert ending.task(0).without_ends().wanted is Wanted.BEST_REWARD
    assert named.task(0).wanted is named.task(0, 5).wanted is Wanted.SUCCESS
    assert plain.task(0).wanted is Wanted.BEST_REWARD


def test_text_of_an_action_is_one_line() -> None:
    """Whatever the action is made of."""
    assert action_text("a\nb") == "'a\\nb'"
    assert action_text("; note") == "'; note'"
    assert action_text(Turn.LEFT) == "LEFT"


def test_a_transition_may_use_what_it_returned_again() -> None:
    """The state that was returned is kept as it was."""
    buffer = [0, 0]

    def transition(s: list[int], a: int) -> list[int]:
        buffer[:] = s
        buffer[a % 2] = (buffer[a % 2] + 1 + a // 2) % 30
        return buffer

    world = ip.program(
        actions=[0, 1, 2, 3],
        transition=transition,
        reward=lambda s, a, t: int(t == [20, 11]),
        terminal=lambda s, a, t: t == [20, 11],
    )
    result = ip.plan(world.task([0, 0]), optimal=True)

    assert result.plan is not None
    assert len(result.plan) == 16


def test_a_step_takes_only_actions_of_the_list() -> None:
    """A slip in the name of an action is no move, whatever the transition makes of it."""
    model = ip.program(
        actions=["left", "right"],
        transition=lambda s, a: s + (1 if a == "right" else -1),
        reward=lambda s, a, s2: s2,
    )
    task = model.task(0)
    assert task.step(0, "right").state == 1
    with pytest.raises(ip.NotAllowedError, match="rihgt"):
        task.step(0, "rihgt")
