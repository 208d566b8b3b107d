"""Tasks as black boxes: what a planner sees is what the task says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.mdp import Episode, Outcome, Status, Wanted, successors
from introplan.search.simulator import episode_of
from random_tasks import random_task


@pytest.mark.parametrize("seed", range(25))
def test_the_black_box_of_a_relational_task_agrees_with_its_simulator(seed: int) -> None:
    """Integers and deltas against literals and joins: the same actions, outcomes and states."""
    task = random_task(seed)
    episode = episode_of(task, Meter())
    waiting = [(episode.start, task.start)]
    for _ in range(6):
        inside, outside = waiting.pop(0) if waiting else (episode.start, task.start)
        assert episode.decode_state(inside) == outside
        ours = list(successors(episode.model, inside))
        theirs = task.successors(outside)
        assert [episode.decode_action(action) for action, _ in ours] == [a for a, _ in theirs]
        assert [o[1:] for _, o in ours] == [o[1:] for _, o in theirs]
        waiting += [
            (one.state, two.state) for (_, one), (_, two) in zip(ours, theirs, strict=True)
        ]


def test_equal_situations_are_one_state() -> None:
    """Two orders of the same picks lead to the same place."""
    task = ip.sample("bins", bins=2, items=2, seed=0)
    episode = episode_of(task, Meter())

    def reached(*names: str) -> Any:
        state = episode.start
        for name in names:
            found = successors(episode.model, state)
            state = next(o.state for a, o in found if str(episode.decode_action(a)) == name)
        return state

    first = [str(episode.decode_action(a)) for a, _ in successors(episode.model, episode.start)]
    again = next(name for name in first if name.startswith("(pick"))
    assert reached(again) == reached(again)
    assert hash(reached(again)) == hash(reached(again))
    assert reached(again) != episode.start


def test_the_states_of_a_program_come_back_as_the_users_own() -> None:
    """Lists are kept as snapshots inside, and are lists outside."""
    model = ip.program(
        actions=["add"], transition=lambda s, a: [*s, 1], reward=lambda s, a, t: float(len(t))
    )
    episode = episode_of(model.task([0], horizon=2), Meter())
    _, outcome = next(iter(successors(episode.model, episode.start)))
    assert episode.decode_state(outcome.state) == [0, 1]
    assert episode.wanted is Wanted.SCORE


@dataclass(frozen=True)
class Countdown:
    """Another kind of task: nothing but the questions that a black box asks."""

    start: int = 3
    horizon: int | None = None
    wanted: Wanted = Wanted.SUCCESS
    discount: float = 1.0

    def actions(self, state: int) -> list[str]:
        """One thing to do."""
        return ["tick"]

    def step(self, state: int, action: str) -> Outcome[int]:
        """One less."""
        return Outcome(state - 1, 0.0, Status.SUCCESS if state == 1 else Status.CONTINUE)


def test_a_kind_of_task_without_a_form_of_its_own_is_asked_as_it_is() -> None:
    """Kinds are an open set: states that can be hashed are all a planner needs."""
    task = Countdown()
    episode: Episode[Any, Any] = episode_of(replace(task, start=2), Meter())  # type: ignore[arg-type]
    assert (episode.start, episode.model.actions(2)) == (2, ["tick"])
