"""Pictures of policies: maps, else the states that a policy comes to."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.verification.chance_worlds import judged_world
from introplan.view.policy_pictures import followed, policy_drawing, policy_svg

CHANCE = Path(__file__).parents[2] / "examples" / "chance"


def blocks() -> Any:
    """Blocks that may explode."""
    return ip.read(CHANCE / "exploding-blocks.pddl", CHANCE / "exploding-blocks-3.pddl")


def tyres() -> Any:
    """Roads on which tyres burst."""
    return ip.read(CHANCE / "tireworld.pddl", CHANCE / "tireworld-1.pddl")


@pytest.mark.parametrize("make", [blocks, tyres])
def test_the_states_that_a_policy_comes_to_are_drawn(make: Any) -> None:
    """As many as a walk by the definitions of the judge finds, with the same draws."""
    task = make()
    result = ip.policy(task)
    world = judged_world(task)
    seen, waiting, draws = {task.start}, [task.start], 0
    while waiting:
        state: Any = waiting.pop()
        action = result.policy(state)
        if action is None:
            continue
        outcomes = world.outcomes(state, action)
        draws += len({o.state if o.status is Status.CONTINUE else o.status for _, o in outcomes})
        for _, outcome in outcomes:
            if outcome.status is Status.CONTINUE and outcome.state not in seen:
                seen.add(outcome.state)
                waiting.append(outcome.state)
    found = followed(result.known)
    assert found is not None
    space = found.space
    assert len(space.edges) == draws
    assert len(space.states) == len(seen) + len(space.success)
    picture = policy_svg(result)
    ElementTree.fromstring(picture)
    assert "(move-car" in picture or "(pick-up" in picture


def test_with_a_horizon_the_moves_that_are_left_decide() -> None:
    """What is done in a state is what is best when it is first reached."""

    def outcomes(s: int, a: str) -> list[tuple[float, int, float, bool]]:
        if a == "take":
            return [(1.0, s, float(s), True)]
        return [(0.5, s + 1, 0.0, False), (0.5, s + 2, 0.0, False)]

    model = ip.program(actions=["take", "wait"], outcomes=outcomes)
    found = followed(ip.values(model.task(1, horizon=3)))
    assert found is not None
    space = found.space
    done = {space.states[e.source - 1]: str(e.action) for e in space.edges}
    assert done == {1: "wait", 2: "wait", 3: "wait", 4: "take", 5: "take"}
    assert space.over == (space.edges[-1].target,)


def test_what_decides_when_it_is_asked_has_no_picture() -> None:
    """And the message says so; a notebook shows its words."""
    model = ip.program(
        actions=[1, 2],
        transition=lambda s, a, rng: s * 3 + rng.choice([0, a]),
        reward=lambda s, a, t: float(t % 7 == a),
    )
    result = ip.policy(model.task(1, horizon=15), ip.Limits(seconds=0.3), step_time=0.005)
    assert result.method == "uct"
    with pytest.raises(UsageError, match="decides when it is asked"):
        policy_drawing(result)
    assert "by uct" in result._repr_html_()
    assert "<svg" not in result._repr_html_()


def test_a_notebook_shows_the_picture_and_the_options() -> None:
    """Value, arrows, what the actions of the start are worth; and tasks with chance are shown."""
    task = ip.read_program(CHANCE / "windy.py")
    shown = ip.policy(task)._repr_html_()
    assert "value -8.89, proved optimal, verified" in shown
    assert "<svg" in shown
    assert "-26.912  right" in shown
    assert "windy" in task._repr_html_()
    assert "slippery" in ip.slippery(task, 0.1)._repr_html_()
