"""Exact values of all states."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.programs.chance import ChanceTask


def coin(horizon: int | None = None) -> ChanceTask:
    """Throw until heads for 1 a throw, or give up for 5."""

    def outcomes(state: str, action: str) -> list[tuple[float, str, float, bool]]:
        if action == "throw":
            return [(0.5, "heads", -1.0, True), (0.5, state, -1.0, False)]
        return [(1.0, "none", -5.0, True)]

    model = ip.program(actions=["give up", "throw"], outcomes=outcomes)
    return model.task("tails", horizon)  # type: ignore[return-value]


def test_values_without_a_horizon() -> None:
    """Of states and of actions; what is best; the states there are."""
    known = ip.values(coin())

    assert known.value("tails") == pytest.approx(-2)
    assert known.q("tails", "give up") == -5
    assert known.q("tails", "throw") == pytest.approx(-2)
    assert (known.best("tails"), known("tails")) == ("throw", "throw")
    assert known.states == ["tails"]


def test_values_depend_on_the_moves_left() -> None:
    """Each asked for as it is needed."""
    known = ip.values(coin(10))

    assert known.value("tails", 0) == 0
    assert known.value("tails", 1) == -1
    assert known.value("tails", 2) == -1.5
    assert known.q("tails", "throw", 2) == -1.5
    assert known.best("tails", 0) is None
    assert known.value("tails") == pytest.approx(-2, abs=0.01)
    with pytest.raises(UsageError, match="from 0 to 10"):
        known.value("tails", 11)


def test_what_is_not_there_is_told() -> None:
    """States that cannot be reached, actions that cannot be done, too many states."""
    with pytest.raises(UsageError, match="cannot be reached"):
        ip.values(coin()).value("edge")
    with pytest.raises(UsageError, match="cannot be done"):
        ip.values(coin()).q("tails", "wait")
    line = ip.program(actions=[1], outcomes=lambda s, a: [(1, s + a, 0, False)])
    with pytest.raises(UsageError, match="more than 7 states"):
        ip.values(line.task(0, 100), limit=7)


def test_matrices_are_those_of_the_world() -> None:
    """P by rows that lack what ends the episode, R by expected rewards."""
    pytest.importorskip("scipy")
    probabilities, rewards = ip.values(coin()).matrices()

    assert probabilities["throw"].toarray().tolist() == [[0.5]]
    assert probabilities["give up"].toarray().tolist() == [[0.0]]
    assert rewards["give up"].tolist() == [-5.0]


def test_tasks_without_chance_have_values_too() -> None:
    """The light of the tutorial: the reward that ends an episode, less the steps before it."""
    task = ip.read("examples/light.pddl", "examples/light-3.pddl")
    known = ip.values(task)

    assert known.value(task.start) == ip.plan(task, optimal=True).score
    assert str(known.best(task.start)) == "(switch-on hall)"


def test_states_of_the_last_move_have_values() -> None:
    """They are worth nothing, and what leads to them is worth what it pays."""
    line = ip.program(
        actions=[1, 2], outcomes=lambda s, a: [(0.5, s), (0.5, s + a)], reward=lambda s, a, t: t
    )
    known = ip.values(line.task(0, horizon=3))
    assert [known.value(state, 0) for state in known.states] == [0.0] * 7
    numbers = {state: number for number, state in enumerate(known.states)}
    assert known.value(6, known.first_left(numbers[6])) == 0.0
    assert (
        known.q(4, 2, 1) == known.q(4, 2, 3) - known.value(4, 2) / 2 - known.value(6, 2) / 2 == 5.0
    )
    assert [known.first_left(numbers[s]) for s in (0, 2, 4, 6)] == [3, 2, 1, 0]
