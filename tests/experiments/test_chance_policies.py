"""Policies in experiments: by name, tried with common seeds, within their time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.experiments.chance_policies import candidate_named, checked, tried
from introplan.experiments.suite import RunSpec
from introplan.limits import Limits
from introplan.verification.policies import interval

WINDY = Path(__file__).parents[2] / "examples" / "chance" / "windy.py"
LIMITS = Limits(seconds=20)


def spec(planner: str, episodes: int = 200, seed: int = 3, limits: Limits = LIMITS) -> RunSpec:
    """A run of a policy."""
    return RunSpec("files", (), planner, seed, limits, (str(WINDY),), episodes=episodes)


def grid(seed: int = 3) -> Any:
    """A slippery walk."""
    return ip.slippery(ip.sample("grid", distance=3, seed=seed), 0.2)


def test_the_best_policy_scores_what_is_expected_of_it() -> None:
    """Its value is the bound, and the mean of its episodes lies about there."""
    found = tried(ip.read_program(WINDY), spec("policy", 400)).values
    assert found["value"] == pytest.approx(-8.89)
    assert found["bound"] == pytest.approx(-8.89)
    assert found["method"] == "value-iteration"
    low, high = interval(found["scores"])
    assert low - 0.3 < -8.89 < high + 0.3


def test_what_looks_ahead_further_is_better_than_what_does_not() -> None:
    """The order of all policies on a slippery walk."""
    means = {
        name: sum(tried(grid(), spec(name, 150)).values["scores"]) / 150
        for name in ("policy", "uct[150]", "random")
    }
    assert means["policy"] >= means["uct[150]"] > means["random"]


def test_episodes_with_one_seed_draw_alike() -> None:
    """The same policy scores the same; another seed, other episodes."""
    once, again, other = (
        tried(grid(), spec("greedy", 40, seed)).values["scores"] for seed in (3, 3, 4)
    )
    assert once == again != other
    assert tried(grid(), spec("greedy", 10)).values["scores"] == once[:10]


def test_greedy_takes_the_largest_expected_reward() -> None:
    """Of the next step; what is not allowed is left out, and random does the same."""

    def outcomes(s: int, a: str) -> list[tuple[float, int, float, bool]] | None:
        return {
            "safe": [(1.0, s, 2.0, True)],
            "bet": [(0.5, s, 5.0, True), (0.5, s, 0.0, True)],
            "no": None,
        }[a]

    task = ip.program(actions=["no", "safe", "bet"], outcomes=outcomes).task(0)
    assert candidate_named("greedy", task, LIMITS, 0).choose(0, None) == "bet"
    random = candidate_named("random", task, LIMITS, 0)
    assert {random(0) for _ in range(30)} == {"safe", "bet"}
    assert random.moves == 30


def test_when_time_is_up_fewer_episodes_are_on_record() -> None:
    """And it is said."""
    found = tried(grid(), spec("uct[2000]", 5_000, limits=Limits(seconds=0.5)))
    assert found.is_cut
    assert 0 < len(found.values["scores"]) < 5_000


@pytest.mark.parametrize("name", ["policy", "uct[7]", "greedy", "random"])
def test_names_of_policies(name: str) -> None:
    """As they are written."""
    assert checked(name) == name


@pytest.mark.parametrize("name", ["introspector", "uct", "uct[0]", "uct[K]", "polcy", 3])
def test_other_names_are_refused(name: Any) -> None:
    """With those that there are."""
    with pytest.raises(UsageError, match="unknown policy"):
        checked(name)


def test_policies_share_their_luck() -> None:
    """Where actions make no difference all of them score the same in every episode."""

    def step(s: int, a: str, rng: Any) -> tuple[int, float, bool]:
        return s + 1, rng.choice([-1.0, 0.0, 5.0]), s == 3

    task = ip.program(actions=["left", "right"], step=step).task(0)
    names = ("policy", "uct[5]", "greedy", "random")
    found = [tried(task, spec(name, 25)).values["scores"] for name in names]
    assert all(scores == found[0] for scores in found)
    assert len(set(found[0])) > 5
