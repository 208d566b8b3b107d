"""What the page about a policy holds: the whole of a small world, episodes of a larger one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from factored_worlds import sysadmin
from introplan.factored.task import factored_task
from introplan.view.chance_page_data import EPISODES, chance_page_data, facts_about

CHANCE = Path(__file__).parents[2] / "examples" / "chance"


def windy() -> Any:
    """The walk along a cliff."""
    return ip.read_program(CHANCE / "windy.py")


def blocks() -> Any:
    """Blocks that may explode."""
    return ip.read(CHANCE / "exploding-blocks.pddl", CHANCE / "exploding-blocks-3.pddl")


def sum_of(record: dict[str, Any], state: int, choice: int) -> float:
    """What an action is worth by the record alone, where nothing is discounted."""
    own = record["choices"][state][choice]
    total: float = sum(
        p * (reward + (0 if target in record["ends"] else record["values"][target]))
        for p, target, reward in own["outcomes"]
    )
    return total


@pytest.mark.parametrize("make", [windy, blocks])
def test_the_values_of_the_record_meet_the_equations(make: Any) -> None:
    """In each state the value is that of the best choice, which is the largest."""
    task = make()
    result = ip.policy(task)
    record = chance_page_data(task, result).record
    assert record["kind"] == "whole"
    assert record["values"][0] == pytest.approx(result.value)
    for state, choices in enumerate(record["choices"]):
        if choices and state not in record["ends"]:
            worth = [sum_of(record, state, n) for n in range(len(choices))]
            assert record["values"][state] == pytest.approx(max(worth))
            assert worth[record["best"][state]] == pytest.approx(max(worth))
            assert all(sum(o[0] for o in c["outcomes"]) == pytest.approx(1) for c in choices)
    assert len(record["frames"]) == len(record["choices"])
    json.dumps(record, allow_nan=False)


def test_with_a_horizon_the_browser_works_out_the_values() -> None:
    """There is one for each number of moves that are left; states are enough."""
    task = windy().restarted(windy().start, horizon=12)
    record = chance_page_data(task, ip.policy(task)).record
    assert (record["kind"], record["horizon"]) == ("whole", 12)
    assert "values" not in record
    assert {name for name in record["pictureOf"] if name} == {f"cell {n}" for n in range(27)}


def test_the_states_of_a_policy_without_a_map_have_their_circles() -> None:
    """Those that the policy comes to; others have none."""
    task = blocks()
    data = chance_page_data(task, ip.policy(task))
    if data.picture is not None:
        keys = {sprite.key for sprite in data.picture.sprites}
        shown = {name for name in data.record["pictureOf"] if name}
        assert shown <= keys
        assert "state 1" in shown


def large(horizon: int = 12) -> Any:
    """A world of which not all can be looked at."""
    return ip.program(
        actions=[1, 2],
        transition=lambda s, a, rng: s * 3 + rng.choice([0, a]),
        reward=lambda s, a, t: float(t % 7 == a),
    ).task(1, horizon=horizon)


def test_of_a_large_world_there_are_episodes() -> None:
    """By the seed, with what each action is worth and what could have happened."""
    task = large()
    found = ip.policy(task, ip.Limits(seconds=0.2))
    record, same, other = (chance_page_data(task, found, seed=seed).record for seed in (1, 1, 50))
    assert record["kind"] == "played"
    assert 1 <= len(record["episodes"]) <= EPISODES
    assert record["episodes"][0] == same["episodes"][0] != other["episodes"][0]
    for episode in record["episodes"]:
        *moves, last = episode
        assert (len(moves), last["end"]) == (12, "no moves are left")
        for move in moves:
            assert move["action"] in [name for name, _, _ in move["options"]]
            assert sorted(p for p, _, _ in move["outcomes"]) == [0.5, 0.5]
            assert sum(happened for _, _, happened in move["outcomes"]) == 1
            (paid,) = [reward for _, reward, happened in move["outcomes"] if happened]
            assert paid == move["reward"]
    json.dumps(record, allow_nan=False)


def test_worlds_of_every_kind_have_a_page() -> None:
    """Slippery ones, and those that draw from a curve."""
    task = ip.slippery(ip.sample("grid", distance=3), 0.2)
    record = chance_page_data(task, ip.policy(task)).record
    assert record["kind"] == "whole"
    curve = ip.program(
        actions=[0, 1],
        transition=lambda s, a, rng: round(s + a + rng.gauss(0, 1), 1),
        reward=lambda s, a, t: -abs(t),
    ).task(0.0, horizon=4)
    found = ip.policy(curve, ip.Limits(seconds=0.5))
    assert chance_page_data(curve, found).record["kind"] in ("played", "whole")
    assert dict(facts_about(found))["by"] == found.method


def test_a_factored_world_has_a_page() -> None:
    """Its states are drawn by the names of their variables."""
    task = factored_task(sysadmin(3))
    data = chance_page_data(task, ip.policy(task))
    assert data.record["kind"] == "whole"
    assert "running(c0)" in str(data.animation.bodies)
    assert data.picture is not None
