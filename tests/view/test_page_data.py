"""The data of the page about a plan: conditions that are met, distances that count the others."""

from __future__ import annotations

from pathlib import Path

import pytest

import introplan as ip
from introplan.view.page_data import page_data, text_pictures
from paper.bins_example import bins_example
from random_tasks import random_task
from stairs import Stairs
from view.satisfied import satisfied_conditions

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_bins_example_ticks_off_its_conditions() -> None:
    """Two milestones, each with two literals and an action; the graph follows."""
    task = bins_example()
    data = page_data(task, ip.plan(task))

    assert satisfied_conditions(data) == [
        ["not (in-bin i2 d1)"],
        ["not (in-bin i1 d1)", "not (in-bin i2 d1)"],
        ["not (in-bin i1 d1)", "not (in-bin i2 d1)", "do (close-bin d1)"],
        ["not (in-bin i1 d2)", "not (in-bin i2 d2)"],
        ["not (in-bin i1 d2)", "not (in-bin i2 d2)", "do (close-bin d2)"],
    ]
    assert data.progress.distance == [2, 1, 0, 1, 0]
    assert [s["from"] for s in data.progress.segments] == [2, 2]
    assert data.scores == [0, 0, 1, 1, 2]
    assert data.state_of == [1, 4, 9, 16, 24]
    assert [m["step"] for m in data.record["milestones"]] == [2, 4]


def test_a_planner_without_mutations_has_the_same_data() -> None:
    """What greedy search came across is found among the mutations of where it was."""
    task = bins_example()
    data = page_data(task, ip.plan(task, "greedy"))

    assert data.progress.distance[-1] == 0
    assert all(m["step"] for m in data.record["milestones"])
    for frame, step in enumerate(data.steps):
        if step in {m["step"] for m in data.record["milestones"]}:
            assert data.progress.distance[frame] == 0


def test_at_a_milestone_nothing_is_left_to_wish() -> None:
    """Whatever planner, whatever world: what was paid the most has been met."""
    ends = 0
    for seed in range(40):
        task = random_task(seed)
        for planner in ("introspector", "greedy"):
            result = ip.plan(task, planner, ip.Limits(nodes=2_000))
            data = page_data(task, result)
            for reached in result.milestones:
                if reached.reward == task.r_max:
                    assert data.progress.distance[reached.step] == 0, (seed, planner)
                    ends += 1
    assert ends > 30


@pytest.mark.parametrize("name", ["coins", "crafting", "key_door_goal", "sokoban", "taxi"])
def test_distances_of_programs_end_at_nothing(name: str) -> None:
    """The condition that pays is met at the end, where the distance is 0."""
    task = ip.read_program(EXAMPLES / f"{name}.py")
    result = ip.plan(task)
    data = page_data(task, result, budget=60)

    assert result.plan is not None
    assert len(data.steps) == len(result.plan) + 1
    assert satisfied_conditions(data)[-1]
    assert data.progress.distance[0]
    assert data.progress.distance[-1] == 0
    assert data.scores[-1] == pytest.approx(result.score)


@pytest.mark.parametrize("seed", range(4))
def test_conditions_of_programs_are_ticked_one_by_one(seed: int) -> None:
    """On the grid: x and y for themselves, at every step, and both whenever the origin is met."""
    task = ip.sample("grid", distance=6, seed=seed)
    result = ip.plan(task)
    data = page_data(task, result, budget=60)
    x, y = task.start
    moves = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}

    for frame, action in enumerate([None, *(result.plan or ())]):
        dx, dy = moves.get(str(action), (0, 0))
        x, y = x + dx, y + dy
        assert satisfied_conditions(data)[frame] == [
            text for text in ("x == 0", "y == 0") if eval(text, {"x": x, "y": y})
        ]
        assert data.progress.distance[frame] == abs(x) + abs(y)
    assert len(data.progress.segments) == len(result.milestones)


def test_an_action_that_pays_is_ticked_when_it_is_done() -> None:
    """The taxi: being in the right place is not yet dropping off."""
    task = ip.read_program(EXAMPLES / "taxi.py")
    data = page_data(task, ip.plan(task), budget=60)

    *_, before, last = satisfied_conditions(data)
    assert "do DROPOFF" in last
    assert "do DROPOFF" not in before
    assert len(last) == data.progress.segments[-1]["size"] == len(before) + 1


def test_a_world_that_could_not_be_read_still_has_data() -> None:
    """No condition, no distance: the plan is shown all the same."""
    opaque = {"a": "b", "b": "c", "c": "d"}
    world = ip.program(
        actions=[1],
        transition=lambda s, a: "".join(opaque[x] for x in s),
        reward=lambda s, a, t: float(hash(t) == hash("d")),
        terminal=lambda s, a, t: t == "d",
    )
    task = world.task("a")
    data = page_data(task, ip.plan(task, "greedy"))

    assert len(data.animation.frames) == 4
    assert data.scores[-1] == 1


def test_a_large_plan_is_thinned_out_and_small() -> None:
    """Hundreds of steps among a thousand literals: bounded, with the end and the milestone."""
    task = ip.sample("blocks-world", blocks=500, seed=1)
    result = ip.plan(task)
    assert result.plan is not None
    data = page_data(task, result)

    assert data.steps[-1] == len(result.plan)
    assert len(data.steps) < len(result.plan)
    assert data.progress.distance[-1] == 0
    assert len(data.progress.segments[0]["conditions"]) == 400
    assert data.progress.segments[0]["size"] == 500


def test_there_is_a_picture_in_letters_of_each_milestone() -> None:
    """Start, milestones, end."""
    task = bins_example()

    pictures = dict(text_pictures(task, ip.plan(task)))

    assert sorted(pictures) == [0, 2, 4]
    assert "closed | -" in pictures[4]


def test_a_kind_of_task_that_cannot_be_drawn_has_no_page() -> None:
    """A mistake of the caller, in words."""
    with pytest.raises(ip.UsageError, match="Stairs has no page"):
        page_data(Stairs(), ip.plan(Stairs(), "greedy"))
