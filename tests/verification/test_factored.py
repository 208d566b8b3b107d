"""The judge's factored worlds against the simulator that plans: the same steps, by other code."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

import introplan as ip
from introplan.errors import TooManyOutcomesError, UsageError
from introplan.factored.building import Builder
from introplan.factored.model import FactoredModel, Kind, VariableInfo
from introplan.factored.task import FactoredTask, factored_task
from introplan.mdp import NotAllowedError, Outcome
from introplan.verification.chance_worlds import judged_world
from introplan.verification.factored import FactoredWorld
from random_factored import random_model


def both(seed: int) -> tuple[FactoredTask, FactoredWorld]:
    """A random world for the planner and for the judge."""
    task = factored_task(random_model(random.Random(seed)))
    world = judged_world(task)
    assert isinstance(world, FactoredWorld)
    return task, world


def rounded(found: Iterable[tuple[float, Outcome[Any]]]) -> dict[Any, float]:
    """Outcomes with rewards to nine digits."""
    counted: dict[Any, float] = {}
    for p, (state, reward, status) in found:
        key = (state, round(reward, 9), status)
        counted[key] = counted.get(key, 0.0) + p
    return counted


@pytest.mark.parametrize("chunk", range(8))
@pytest.mark.statistical
def test_the_judge_and_the_simulator_agree(chunk: int) -> None:
    """On what is allowed and on every outcome of every action, along random walks."""
    for seed in range(10 * chunk, 10 * chunk + 10):
        task, world = both(seed)
        rng, state = random.Random(seed), cast(Any, task.start)
        for _ in range(3):
            allowed = list(world.actions(state))
            assert allowed == [a for a in task.actions(state) if _is_allowed(task, state, a)]
            for action in allowed:
                mine, other = world.outcomes(state, action), task.outcomes(state, action)
                assert rounded(mine) == pytest.approx(rounded(other))
            if not allowed:
                break
            state = world.sample(state, rng.choice(allowed), rng).state


def _is_allowed(task: FactoredTask, state: object, action: object) -> bool:
    try:
        task.outcomes(state, action)  # type: ignore[arg-type]
    except NotAllowedError:
        return False
    return True


def test_what_the_judge_draws_is_among_the_outcomes() -> None:
    """As often as it should be, within four standard deviations."""
    for seed in range(8):
        task, world = both(seed)
        rng, runs = random.Random(seed), 600
        if not _is_allowed(task, task.start, "noop"):
            continue
        listed = rounded(world.outcomes(task.start, "noop"))
        drawn = Counter(
            (o.state, round(o.reward, 9), o.status)
            for o in (world.sample(task.start, "noop", rng) for _ in range(runs))
        )
        assert drawn.keys() <= listed.keys()
        for key, p in listed.items():
            assert abs(drawn[key] / runs - p) <= 4 * (p * (1 - p) / runs) ** 0.5 + 1e-12


def test_actions_may_be_text_and_wrong_ones_are_refused() -> None:
    """In any order; what there is not, twice the same, more than may be done at once."""
    task = factored_task(replace(random_model(random.Random(3)), concurrency=2, ends=()))
    world = judged_world(task)
    named = world.outcomes(task.start, "pick=blue,do(x0)")

    assert named == world.outcomes(task.start, task.action("do(x0), pick=blue"))
    for wrong in ("do(x9)", "pick=blue, pick=green", "do(x0), do(x1)", 5, "noop, do(x0)"):
        with pytest.raises(NotAllowedError):
            world.outcomes(task.start, wrong)


def test_a_policy_in_words_is_evaluated_and_a_wrong_one_named() -> None:
    """The text of a joint action is an action."""
    task = factored_task(replace(random_model(random.Random(5)), concurrency=1, ends=()))

    assert ip.evaluate(task, lambda state: "do(x0)").exact
    with pytest.raises(UsageError, match=r"the policy does do\(x7\) in .*: there is no action"):
        ip.evaluate(task, lambda state: "do(x7)")


def test_worlds_with_too_many_outcomes_are_simulated() -> None:
    """Thirty coins: the list would be too long, the mean is near its value."""
    builder = Builder()
    coin = builder.bernoulli(builder.constant(0.5))
    infos = tuple(VariableInfo(f"x{n}", Kind.BOOLEAN, 0.0) for n in range(30))
    paid = (builder.bernoulli(builder.constant(0.25)),)
    task = factored_task(
        FactoredModel("coins", infos, (), (), 0, (), (coin,) * 30, paid, horizon=2)
    )
    with pytest.raises(TooManyOutcomesError):
        judged_world(task).outcomes(task.start, "noop")
    judged = ip.evaluate(task, lambda state: "noop", runs=400)

    assert not judged.exact
    assert not ip.evaluate(task, lambda state: "noop").exact
    assert judged.interval[0] < 0.5 < judged.interval[1]
    assert ip.policy(task, ip.Limits(seconds=1)).method != "backward-induction"
