"""`introplan explain` for worlds with chance: what pays, what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import introplan as ip
from introplan.cli.explain_chance import seen_in

Run = Callable[..., Any]

CHANCE = Path(__file__).parents[2] / "examples" / "chance"


def test_a_world_in_python_is_looked_at(run: Run) -> None:
    """The largest reward, what pays how often, the reward in words, what is drawn."""
    answer = run("explain", CHANCE / "windy.py", "--budget", 20)

    assert "a policy is for: the largest expected score" in answer.out
    assert "r_max = -1 is the most that a step pays" in answer.out
    assert "-100  is paid by 23 outcomes, such as right from (0, 3) to (1, 4)" in answer.out
    assert "-100 if s[1]' == 4" in answer.out
    assert "right: up to 2 outcomes, in 26 of 27 states" in answer.out


def test_the_object_has_the_same(run: Run) -> None:
    """Rewards with their outcomes, wishes, draws."""
    record = run("explain", CHANCE / "windy.py", "--json", "--budget", 20).record

    assert (record["r_max"], record["complete"], record["states"]) == (-1, True, 34)
    assert record["pays"] == [{"reward": -1, "outcomes": 191}, {"reward": -100, "outcomes": 23}]
    assert {wish["weight"] for wish in record["wishes"]} == {1, 100}
    assert record["draws"][0] == {"action": "right", "states": 27, "draws_in": 26, "outcomes": 2}


def test_what_is_not_read_is_said_with_its_reason(run: Run, tmp_path: Path) -> None:
    """A reward that comes with the step; and where not all was seen, nothing is said for sure."""
    world = tmp_path / "dice.py"
    world.write_text(
        "ACTIONS = ['roll']\nSTART = 0\nHORIZON = 3\n"
        "def step(s, a, rng):\n    n = rng.randint(1, 6)\n    return s + n, n, False\n",
        encoding="utf-8",
    )
    out = run("explain", world).out
    assert "r_max = 6 is the most that a step pays" in out
    assert "the reward was not read: what dice pays comes out of the same function" in out

    world.write_text(
        "ACTIONS = [1]\nSTART = 0\n"
        "def transition(s, a, rng):\n    return s * 2 + rng.choice([1, 2])\n"
        "def reward(s, a, t):\n    return t % 5\n",
        encoding="utf-8",
    )
    out = run("explain", world, "--time", 2).out
    assert "at least, as far as was seen" in out
    assert "and there are more" in out


def test_a_model_in_ppddl_is_read(run: Run) -> None:
    """With what is drawn, in its own language."""
    files = CHANCE / "exploding-blocks.pddl", CHANCE / "exploding-blocks-3.pddl"
    answer = run("explain", *files)
    assert "which is the probability of success" in answer.out
    assert "no-destroyed-table  can become false, then stays" in answer.out
    assert "put-down: (when (no-detonated ?b) (probabilistic 0.4" in answer.out
    assert "mutations of the start, if draws turn out well, nearest first" in answer.out
    record = run("explain", *files, "--json").record
    assert [draw["action"] for draw in record["draws"]] == ["put-down", "put-on-block"]
    assert record["bound"] is None


def test_outcomes_are_counted() -> None:
    """By reward, and by action."""
    found = seen_in(ip.reachable(ip.slippery(ip.sample("grid", distance=1), 0.5), max_depth=1))
    assert {reward: count for reward, (count, _) in found.paid.items()} == {1: 4, -1: 12}
    assert set(map(tuple, found.draws.values())) == {(1, 1, 4)}
