"""Policies in whichever form users have one."""

from __future__ import annotations

import random
from typing import Any

import pytest

import introplan as ip
from introplan.errors import ModelError, UsageError
from introplan.programs.chance import ChanceTask, chance_program
from introplan.verification.asking import asked


def task(actions: Any = ("left", "right")) -> ChanceTask:
    """Three places in a row; a step fails in half of the cases."""

    def outcomes(state: int, action: Any) -> list[Any]:
        by = {"right": 1, "left": -1}.get(action, 0)
        after = max(0, state + by)
        return [(0.5, after, -1, after == 2), (0.5, state, -1, False)]

    return chance_program(actions=actions, outcomes=outcomes).task(0, 40)


def test_functions_dictionaries_lists_arrays_and_results_are_policies() -> None:
    """All of them go right."""
    numpy = pytest.importorskip("numpy")
    plain = task()
    result = ip.policy(plain)
    forms: list[Any] = [
        result,
        result.policy,
        lambda state: "right",
        lambda state, left: "right",
        {0: "right", 1: "right"},
        ["right", "right"],
        numpy.array(["right", "right"]),
    ]
    for form in forms:
        assert ip.evaluate(plain, form).value == pytest.approx(result.value), form
    numbered = task(actions=(0, 1))
    always = ip.evaluate(numbered, lambda state: numpy.argmax([0.0, 1.0])).value
    assert always == ip.evaluate(numbered, numpy.array([1, 1])).value == -40.0


def test_states_of_a_dictionary_are_compared_by_value() -> None:
    """True is no 1."""
    policy = asked({(0, 1): "a"})
    assert policy.action((0, 1), None) == "a"
    with pytest.raises(UsageError, match="no action for"):
        policy.action((0, True), None)


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        ({0: "right"}, "no action for 1"),
        (["right"], "1 is no place in it"),
        ("right", "a policy is a function of a state"),
        (lambda: "right", r"this one takes \(\)"),
        (lambda state, left, more: "right", "this one takes"),
        (lambda state: None, "gives no action in 0"),
        (lambda state: "up" if state else None, "gives no action in 0"),
        (lambda state: "up", "does up in 0: there is no action 'up'"),
    ],
)
def test_what_is_no_policy_is_told_what_would_be(policy: Any, text: str) -> None:
    """By kind, by state, by signature."""
    with pytest.raises(UsageError, match=text):
        ip.evaluate(task(), policy)


def test_an_error_in_a_policy_has_a_place() -> None:
    """The line of the user's function."""

    def broken(state: int) -> Any:
        actions: dict[str, str] = {}
        return actions["right"]

    with pytest.raises(ModelError, match="the policy raised KeyError") as raised:
        ip.evaluate(task(), broken)
    assert __file__ in str(raised.value)


def test_a_policy_that_draws_is_simulated() -> None:
    """A function that does something else when it is asked again has no exact value."""
    rng = random.Random(1)
    judged = ip.evaluate(task(), lambda state: rng.choice(["left", "right"]))
    assert not judged.exact
    assert "the policy draws" in str(judged)
    assert ip.evaluate(task(), lambda state: "right").exact


def test_none_can_be_an_action() -> None:
    """Where the actions say so."""
    world = task(actions=(None, "right"))
    assert ip.evaluate(world, lambda state: None).value == -40
    assert ip.policy(world).verified
