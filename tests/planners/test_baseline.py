"""The baselines on programs: against brute force, the same by seed, within limits."""

from __future__ import annotations

import time

import pytest

import introplan as ip
from introplan.mdp import Wanted
from introplan.planners.result import PlanStatus
from random_programs import best_score_over_horizon, random_world, reachable_steps

BASELINES = ("greedy", "random[20]", "beam[3]", "mcts[20]", "mcts-u[20]", "value-iteration")
COMPLETE = ("greedy", "value-iteration", "introspector")


@pytest.mark.parametrize("planner", [*BASELINES, "introspector"])
def test_planners_claim_what_is_true_of_random_programs(planner: str) -> None:
    """Success and "unsolvable" as brute force has it; no score above the best; plans verify."""
    for seed in range(150 if planner in COMPLETE else 60):
        world = random_world(seed)
        task, label = world.task(), f"random_world({seed}) by {planner}"
        result = ip.plan(task, planner, seed=seed)
        steps = reachable_steps(world)
        can_succeed = any(world.ends.get(step) is ip.Status.SUCCESS for step in steps)
        assert result.plan is None or result.verified, label
        if task.horizon is not None:
            best = best_score_over_horizon(world)
            assert result.status is not PlanStatus.ENDED, label
            if result.status in ("success", "horizon") and result.bound is not None:
                assert result.bound >= best - 1e-9, label
            assert not result.proved_optimal or result.score == pytest.approx(best), label
        elif task.wanted is Wanted.SUCCESS:
            wrong = "unsolvable" if can_succeed else "success"
            assert result.status != wrong, label
            if planner in COMPLETE:
                assert result.status == ("success" if can_succeed else "unsolvable"), label
        elif planner in COMPLETE:
            assert result.status == ("success" if steps else "unsolvable"), label
            if steps:
                most = max(world.rewards[step] for step in steps)
                assert _last_reward(task, result.plan or ()) == most


def _last_reward(task: ip.ProgramTask, plan: tuple[str, ...]) -> float:
    state, reward = task.start, 0.0
    for action in plan:
        state, reward, _ = task.step(state, action)
    return reward


@pytest.mark.parametrize("planner", ["random[30]", "mcts[30]", "mcts-u[30]"])
def test_the_same_seed_gives_the_same_plan_and_another_seed_another(planner: str) -> None:
    """All chance comes from the seed."""
    task = ip.sample("grid", distance=12, seed=1)
    plans = [ip.plan(task, planner, seed=seed).plan for seed in (1, 1, 2)]

    assert plans[0] == plans[1]
    assert plans[0] != plans[2]


@pytest.mark.parametrize("planner", BASELINES)
def test_limits_stop_a_baseline_with_what_it_has(planner: str) -> None:
    """Exactly so many nodes; in time; a plan that was replayed."""
    name = planner.replace("20]", "1000000]").replace("[3]", "[1000000]")
    task = ip.sample("grid", distance=300, seed=1)
    result = ip.plan(task, name, ip.Limits(nodes=1000))
    assert (result.status, result.expanded) == ("out-of-nodes", 1000)
    assert result.plan is None or result.verified

    result = ip.plan(task, name, ip.Limits(seconds=0.3))
    assert result.status == "out-of-time"
    assert result.seconds < 2.0


def test_nodes_are_counted_when_they_are_expanded() -> None:
    """Random plans: every step; a beam: every node of a layer; all four moves are generated."""
    task = ip.sample("grid", distance=4, seed=1)  # a horizon of 6
    shot, wide = ip.plan(task, "random[10]"), ip.plan(task, "beam[1000]")

    assert (shot.expanded, shot.generated) == (60, 60)
    assert wide.expanded == sum((depth + 1) ** 2 for depth in range(6))
    assert wide.generated == 4 * wide.expanded


def test_failure_is_avoided_by_every_baseline() -> None:
    """Of two ways one ends with failure, which pays more."""
    world = ip.program(
        actions=["left", "right"],
        transition=lambda s, a: s + 1,
        reward=lambda s, a, s2: 5 if a == "left" else 1,
        terminal=lambda s, a, s2: "failure" if a == "left" else s2 == 4,
    )
    for planner in BASELINES:
        assert ip.plan(world.task(0), planner).plan == ("right",) * 4, planner


@pytest.mark.parametrize("planner", BASELINES[1:5])
def test_baselines_run_on_relational_tasks_as_well(planner: str) -> None:
    """Emptying and closing two bins is within the reach of all of them."""
    result = ip.plan(ip.sample("bins", bins=2, items=2, seed=4), planner.replace("20]", "300]"))
    assert result.verified
    assert result.status == "success" or planner == "beam[3]"


def test_a_world_that_depends_on_more_than_its_arguments_is_noticed() -> None:
    """Whoever runs the plan again sees something else; that is said, and not hidden."""
    calls: list[int] = []

    def fickle(s: int, a: int, s2: int) -> int:
        calls.append(s)
        return len(calls)

    world = ip.program(actions=[1], transition=lambda s, a: s + a, reward=fickle)
    with pytest.raises(ip.ModelError, match="must depend on nothing but their arguments"):
        ip.plan(world.task(0, 3), "greedy")


def test_slow_functions_do_not_stretch_the_time_limit() -> None:
    """The clock is read before every step: a few are taken, and replayed, no more."""
    steps: list[int] = []

    def slow(s: int, a: int) -> int:
        steps.append(a)
        time.sleep(0.05)
        return s + a

    world = ip.program(actions=[-1, 1], transition=slow, reward=lambda s, a, s2: 0)
    for planner in BASELINES:
        steps.clear()
        result = ip.plan(world.task(0, 100), planner, ip.Limits(seconds=0.2))
        assert result.status == "out-of-time", planner
        assert len(steps) <= 12, planner


def test_modes_that_a_planner_lacks_are_refused() -> None:
    """Rather than ignored."""
    task = ip.sample("grid", distance=3)
    with pytest.raises(ip.UsageError, match="ends the episode"):
        ip.plan(task, shortest=True)
    with pytest.raises(ip.UsageError, match="has no mode"):
        ip.plan(task, "greedy", optimal=True)


def test_a_program_is_no_task() -> None:
    """What was forgotten is named."""
    world = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, s2: 0)
    with pytest.raises(ip.UsageError, match=r"task\(start\)"):
        ip.plan(world, "greedy")  # type: ignore[arg-type]


def test_a_world_in_python_runs_on_the_python_engine_only() -> None:
    """Asking for another one is an error, not a silent change."""
    task = ip.sample("grid", distance=3)
    assert ip.plan(task, "greedy").engine == "python"
    with pytest.raises(ip.UsageError, match="native engine"):
        ip.plan(task, "greedy", engine="native")
