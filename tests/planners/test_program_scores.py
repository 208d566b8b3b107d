"""The introspector on Python worlds that ask for a score over a horizon."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.planners import program_by_end, program_scores, program_sweep
from introplan.planners.program_sweep import Sweep
from random_programs import best_score_over_horizon, random_world
from random_scores import best_of, random_table


def test_no_plan_scores_more_than_what_is_called_optimal() -> None:
    """On random worlds, against brute force."""
    proven = 0
    for seed in range(120):
        world = random_world(seed)
        task = world.task()
        if task.horizon is None:
            continue
        result = ip.plan(task)
        best = best_score_over_horizon(world)
        assert best is not None
        if result.plan is None:  # success cannot be reached, whatever the horizon
            assert result.status == "unsolvable", seed
            continue
        assert result.score <= best + 1e-9, seed
        if result.proved_optimal:
            proven += 1
            assert result.score == pytest.approx(best), seed
    assert proven > 20


@pytest.mark.parametrize(
    ("horizon", "method"), [(40, "milestones"), (7, "sweep"), (2, "best-next-reward")]
)
def test_the_method_is_that_of_the_plan(horizon: int, method: str) -> None:
    """Milestones where they are best; else what beat them."""

    def transition(state: int, action: str) -> int:
        return (state + 1) % 5 if action == "on" else state

    pays = {"on": 0.0, "dig": 1.0}

    def reward(state: int, action: str, after: int) -> float:
        if action == "on" and after == 0:
            return 100.0 if horizon == 40 else 2.0
        return pays[action] if horizon != 40 else 0.0

    model = ip.program(actions=["on", "dig"], transition=transition, reward=reward)
    result = ip.plan(model.task(0, horizon=horizon))
    assert len(result.plan or ()) == horizon
    assert result.proved_optimal
    if horizon == 40:
        assert (result.method, result.score) == (method, 800.0)
    else:
        assert result.method in {method, "milestones", "sweep", "best-next-reward"}
        assert result.score == ip.plan(model.task(0, horizon=horizon), "value-iteration").score


def test_what_is_claimed_without_looking_at_everything_is_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Distances, beams and branch and bound alone, on random worlds against brute force."""
    for name in ("MAX_SWEEP_STATES", "MAX_STATES"):
        monkeypatch.setattr(program_scores, name, 0)
    for name in ("SWEEP_STATES", "SWEEP_STATES_FOR_PROOF", "SWEEP_CALLS", "CALLS_AFTER_END"):
        monkeypatch.setattr(program_sweep, f"MAX_{name}", 0)
    for name in ("UNCOUNTED_EXPANSIONS", "COUNTED_EXPANSIONS"):
        monkeypatch.setattr(program_sweep, name, 0)
    monkeypatch.setattr(program_scores, "MAX_NODES_WITHOUT_PROOF", 200)
    limits, proven = ip.Limits(nodes=5_000, reading_seconds=0.1), 0
    for seed in range(90):
        table = random_table(seed)
        best = best_of(table)
        result = ip.plan(table.task(), limits=limits, optimal=seed % 2 == 0)
        if result.plan is None or best.score is None or best.is_reward:
            continue
        if result.bound is not None:
            assert result.bound >= best.score - 1e-6, seed
        assert not result.proved_optimal or result.score == pytest.approx(best.score), seed
        proven += result.proved_optimal
    assert proven > 20


def test_a_world_that_is_too_large_is_not_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is searched, best bound first, and the answer says what is not certain."""
    monkeypatch.setattr(program_scores, "MAX_SWEEP_STATES", 3)
    monkeypatch.setattr(program_scores, "MAX_NODES_WITHOUT_PROOF", 2)
    model = ip.program(
        actions=["a", "b"],
        transition=lambda s, a: (2 * s + (a == "b")) % 64,
        reward=lambda s, a, t: math.sin(t),
    )
    result = ip.plan(model.task(1, horizon=6))
    assert result.status == "horizon"
    assert result.proved_optimal or result.reason == "a better plan may exist"


def test_many_coins_are_planned_for_within_a_limit() -> None:
    """A sum over twelve coins, which no step is ever paid together; half a plan would be none."""
    coins = tuple((7 * k % 20, 3 * k % 20) for k in range(1, 13))
    moves = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}

    def transition(state: Any, move: str) -> Any:
        (r, c), got = state
        at = (min(max(r + moves[move][0], 0), 19), min(max(c + moves[move][1], 0), 19))
        return at, tuple(g or at == coins[i] for i, g in enumerate(got))

    def reward(state: Any, move: str, after: Any) -> float:
        return sum(5 for i in range(12) if after[1][i] and not state[1][i]) - 0.1

    model = ip.program(actions=list(moves), transition=transition, reward=reward)
    task = model.task(((0, 0), (False,) * 12), horizon=40)
    result = ip.plan(task, limits=ip.Limits(seconds=4))
    assert result.plan is not None
    assert len(result.plan) == 40
    assert result.score > -4


def test_a_proof_takes_no_longer_than_a_plan_that_is_one() -> None:
    """Numbers without bounds: the short search comes before the tables."""
    model = ip.program(
        actions=[1, -1, 10, 7],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: -abs(a) + (1000 if t == 777 else 0),
        terminal=lambda s, a, t: t == 777,
    )
    result = ip.plan(model.task(0), optimal=True, limits=ip.Limits(seconds=5))
    assert (result.score, result.bound, result.proved_optimal) == (223, 223, True)


def test_a_limit_leaves_the_best_reward_where_no_end_was_found() -> None:
    """The plan so far, and no note of a plan where there is none."""
    task = ip.program(
        actions=lambda s: [1, 2, 3, 5, 7, 11],
        transition=lambda s, a: (s * 31 + a * 17) % 1_000_003,
        reward=lambda s, a, t: math.ldexp(t % 9_973, -3) - 520,  # not read
        terminal=lambda s, a, t: t == 77,
    ).task(0)

    found = ip.plan(task, limits=ip.Limits(nodes=60_000))
    assert (found.status, found.verified) == (ip.PlanStatus.OUT_OF_NODES, True)
    assert max(step.reward for step in found.milestones) > 720
    assert found.notes[0].startswith("no step that ends the episode was found, so this is a plan")

    found = ip.plan(task, limits=ip.Limits(nodes=20_000))
    assert (found.plan, found.notes) == (None, ())


def scrambled(state: tuple[int, int], action: int) -> tuple[int, int]:
    """Another state of the next depth, by a rule that is not read."""
    depth, place = state
    return depth + 1, int(bin(place * 7 + action * 5 + depth)[:1:-1], 2) % 600


def best_sum(depth: int) -> int:
    """The largest sum of rewards until an early end or so many scrambled steps."""
    sums, ended = {(0, 1): 0}, [0]
    for _ in range(depth):
        following: dict[tuple[int, int], int] = {}
        for state, score in sums.items():
            for action in range(4):
                after = scrambled(state, action)
                following[after] = max(following.get(after, 0), score + after[1] % 17)
        ended += [score for state, score in following.items() if state[1] % 29 == 0]
        sums = {state: score for state, score in following.items() if state[1] % 29}
    return max([*ended, *sums.values()])


def test_what_is_not_read_is_solved_exactly_where_that_takes_no_longer_than_guessing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More states than a first look sees, and nothing that was read leads."""
    for module in (program_sweep, program_scores):
        monkeypatch.setattr(module, "MAX_SWEEP_STATES", 500)
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_CALLS", 1)
    depth = 16
    model = ip.program(
        actions=range(4),
        transition=scrambled,
        reward=lambda s, a, t: t[1] % 17,
        terminal=lambda s, a, t: t[0] == depth or t[1] % 29 == 0,
    )
    result = ip.plan(model.task((0, 1)))
    assert result.score == best_sum(depth)
    assert result.proved_optimal


def test_some_thousand_slow_states_are_seen_before_beams_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many calls that takes: beams would make more."""
    monkeypatch.setattr(program_sweep, "MAX_SWEEP_STATES", 50)
    for name in ("MAX_SWEEP_CALLS", "MAX_CALLS_FOR_READING"):
        monkeypatch.setattr(program_sweep, name, 1)
    depth = 7
    model = ip.program(
        actions=range(4),
        transition=scrambled,
        reward=lambda s, a, t: t[1] % 17,
        terminal=lambda s, a, t: t[0] == depth or t[1] % 29 == 0,
    )
    result = ip.plan(model.task((0, 1)))
    assert result.score == best_sum(depth)
    assert result.proved_optimal


def test_a_short_horizon_is_seen_as_a_whole_before_anything_is_read() -> None:
    """Loading what reads takes longer than a few hundred states do."""
    model = ip.program(
        actions=[1, 2, 3],
        transition=lambda s, a: (s * a + 1) % 3001,
        reward=lambda s, a, t: (t % 13) - 6,
        terminal=lambda s, a, t: t == 5,
    )
    result = ip.plan(model.task(3, horizon=30))
    assert result.proved_optimal
    assert result.understood.startswith("not read")


def test_what_looking_further_did_not_find_is_not_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where rules take long to read, a plan that came of reading them is sooner found again."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path))
    monkeypatch.setattr(program_scores, "LONG_READING_TERMS", 0)
    monkeypatch.setattr(program_by_end, "found_by_end", lambda *_: None)
    looks: list[int] = []
    further = Sweep.look_further

    def counted(sweep: Sweep, *least: Any) -> Any:
        looks.append(len(looks))
        return further(sweep, *least)

    monkeypatch.setattr(Sweep, "look_further", counted)
    goal = tuple(range(1, 10))

    def flip(s: tuple[int, ...], size: int) -> tuple[int, ...]:
        return s[:size][::-1] + s[size:]

    def planned() -> Any:
        program = ip.program(
            actions=list(range(2, 10)),
            transition=flip,
            reward=lambda s, a, s2: -1,
            terminal=lambda s, a, s2: ip.Status.SUCCESS if s2 == goal else False,
        )
        return ip.plan(program.task((5, 2, 9, 1, 7, 3, 8, 6, 4)))

    first, second = planned(), planned()
    assert first.engine == "native"
    assert looks == [0]
    assert second.plan == first.plan
    assert (second.expanded, second.generated) == (first.expanded, first.generated)
