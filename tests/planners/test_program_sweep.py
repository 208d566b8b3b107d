"""The blind look before reading: where it ends, what it claims, and that it is counted."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.mdp import Status
from introplan.planners.program_sweep import Sweep, calls_made, constant_answer
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.graph import GraphExploration


def _open_field(reward: Any, terminal: Any) -> ProgramTask:
    """A field without borders: far more states than a look can see."""
    steps = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}

    def transition(s: tuple[int, int], a: str) -> tuple[int, int]:
        dx, dy = steps[a]
        return (s[0] + dx, s[1] + dy)

    model = ip.program(
        actions=list(steps), transition=transition, reward=reward, terminal=terminal
    )
    return model.task((0, 0))


def _sweep(task: ProgramTask, *, needs_success: bool, optimal: bool = False) -> Sweep:
    exploration = GraphExploration(BlackBox(task), kept(task.start), Meter())
    return Sweep(exploration, task, optimal, needs_success)


def _at(x: int, y: int) -> Any:
    return lambda s, a, t: Status.SUCCESS if t == (x, y) else Status.CONTINUE


def test_a_constant_cost_makes_the_first_success_a_proof() -> None:
    """The shortest plan is the best one, and the world has no border that could be seen."""
    task = _open_field(lambda s, a, t: -1, _at(3, 2))
    for optimal in (False, True):
        result = ip.plan(task, optimal=optimal)
        assert (result.score, result.proved_optimal, result.bound) == (-5, True, -5)
        assert result.method == "breadth-first"


def test_a_constant_cost_proves_the_first_end_of_any_kind() -> None:
    """Where nothing is named success the score alone counts."""
    task = _open_field(lambda s, a, t: -2.5, lambda s, a, t: t == (1, 1))
    result = ip.plan(task)
    assert (result.score, result.proved_optimal, result.status) == (-5, True, "ended")


def test_getting_stuck_sooner_is_a_better_score() -> None:
    """Then the first end is no proof: a plan that stops in a dead end costs less."""

    def transition(s: tuple[int, int], a: str) -> tuple[int, int]:
        if s == (0, 1):
            raise ValueError("stuck")
        return (s[0] + 1, s[1]) if a == "on" else (s[0], s[1] + 1)

    model = ip.program(
        actions=["on", "up"],
        transition=transition,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t == (3, 0),
    )
    _, way = _sweep(model.task((0, 0)), needs_success=False).look()
    assert way is None or not way.is_best


def test_a_small_world_in_which_getting_stuck_scores_most_is_seen_whole() -> None:
    """Although an end of the episode is met first: no way to one scores as much."""

    def transition(s: int, a: int) -> int:
        if s < 0 or s > 100:
            raise ValueError("stuck")
        return s + a

    task = ip.program(
        actions=[1, 10, -1000],
        transition=transition,
        reward=lambda s, a, t: -1,
        terminal=lambda s, a, t: t == 3,
    ).task(0)
    is_all, _ = _sweep(task, needs_success=False).look()
    result = ip.plan(task)

    assert is_all
    assert (result.method, result.plan, result.score) == ("sweep", (-1000,), -1)


def test_rewards_that_only_look_constant_prove_nothing() -> None:
    """Far away more is paid: what was seen says nothing about that."""
    task = _open_field(lambda s, a, t: 1000 if t[0] > 500 else -1, _at(2, 0))
    _, way = _sweep(task, needs_success=True).look()
    assert way is not None
    assert way.is_enough
    assert not way.is_best
    assert not ip.plan(task).proved_optimal


def test_a_constant_reward_above_zero_is_no_reason_to_stop() -> None:
    """The longer the better, and that is for ever."""
    task = _open_field(lambda s, a, t: 1, _at(2, 0))
    _, way = _sweep(task, needs_success=True).look()
    assert way is None or not (way.is_best or way.is_enough)


def test_first_ends_are_as_good_as_exhaustive_search() -> None:
    """Random graphs with one cost: what is called best scores what the exact solver finds."""
    rng = random.Random(5)
    for _ in range(60):
        size = rng.randint(20, 60)
        edges = {(s, a): rng.randrange(size) for s in range(size) for a in range(2)}
        blocked = {key for key in edges if rng.random() < 0.3}
        goals = {rng.randrange(1, size) for _ in range(2)}

        def transition(s: int, a: int, edges: Any = edges, blocked: Any = blocked) -> int | None:
            return None if (s, a) in blocked else edges[s, a]

        def terminal(s: int, a: int, t: int, goals: Any = goals) -> bool:
            return t in goals

        model = ip.program(
            actions=[0, 1], transition=transition, reward=lambda s, a, t: -1, terminal=terminal
        )
        task = model.task(0)
        sweep = _sweep(task, needs_success=False)
        sweep.exploration.run(ends=sweep.ends)
        way = sweep._first_way()
        if way is not None and way.is_best and not sweep.exploration.is_done:
            best = ip.plan(task, planner="value-iteration")
            assert best.score == sum(way.rewards)


def test_calls_are_counted_and_a_profiler_is_left_alone() -> None:
    """Counting gives the same number each time; somebody else's profiler goes on."""

    def work() -> None:
        sorted([3, 1, 2], key=lambda x: -x)

    first = calls_made(work)
    assert first is not None
    assert first > 3
    assert calls_made(work) == first
    assert sys.getprofile() is None
    seen: list[str] = []
    sys.setprofile(lambda frame, event, what: seen.append(event))
    try:
        assert calls_made(work) is None
    finally:
        sys.setprofile(None)
    assert seen


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        (lambda s, a, t: -1, -1.0),
        (lambda s, a, t: 0.5, 0.5),
        (lambda s, a, t: 1000, 1000.0),
        (lambda s, a, t: True, None),
        (lambda s, a, t: None, None),
        (lambda s, a, t: s, None),
        (lambda s, a, t: -1 if t else 0, None),
        (len, None),
    ],
)
def test_constant_answers(function: Any, answer: float | None) -> None:
    """Only code that returns one number is constant."""
    assert constant_answer(function) == answer


def test_constant_answers_of_functions_with_a_docstring() -> None:
    """A docstring does not matter; a default or a closure is no constant."""

    def documented(s: Any, a: Any, t: Any) -> float:
        """One."""
        return -1

    cost = -1
    assert constant_answer(documented) == -1
    assert constant_answer(lambda s, a, t: cost) is None


def test_cheap_worlds_are_looked_at_further() -> None:
    """An end that lies behind more states than were ever looked at in slow worlds is found."""
    task = _open_field(lambda s, a, t: -1, _at(50, 0))
    sweep = _sweep(task, needs_success=True)
    _, way = sweep.look()
    assert way is not None
    assert len(way.actions) == 50
    assert sweep.exploration.graph.expanded > 4_000


def _field_with_ends(pays: dict[tuple[int, int], float], cost: float = 0) -> ProgramTask:
    return _open_field(lambda s, a, t: pays.get(t, cost), lambda s, a, t: t in pays)


def test_an_end_that_alone_pays_more_than_going_on_is_enough() -> None:
    """Games are won like this; holes nearby pay nothing, or less."""
    task = _field_with_ends({(3, 0): 1, (1, 0): 0, (0, 1): -1})
    result = ip.plan(task)
    assert (result.status, result.score, result.proved_optimal) == ("ended", 1, False)
    assert result.understood.startswith("not read")


def test_ends_that_pay_differently_are_no_reason_to_stop() -> None:
    """The nearest treasure need not be the largest; and an end that costs is a bad one."""
    for pays in ({(2, 0): 1.0, (3, 0): 2.0}, {(2, 0): -3.0}, {(2, 0): 0.0}):
        _, way = _sweep(_field_with_ends(pays), needs_success=False).look()
        assert way is not None
        assert not way.is_enough, pays
    result = ip.plan(_field_with_ends({(2, 0): 1, (3, 0): 2}))
    assert result.score == 2


def test_a_small_world_is_seen_as_a_whole_however_slow_it_is() -> None:
    """The second end pays more, and lies behind what so many calls would have reached."""

    def slow(s: Any, a: Any, t: Any) -> int:
        sum(map(abs, range(2_000)))
        return {2: 2, 40: 100}.get(t, -1)

    world = ip.program(
        actions=[1, 2],
        transition=lambda s, a: s + a,
        reward=slow,
        terminal=lambda s, a, t: t == 2 or t > 38,
    )
    sweep = _sweep(world.task(0), needs_success=False)
    is_all, _ = sweep.look()
    assert is_all


def test_where_going_on_costs_the_only_kind_of_end_is_enough() -> None:
    """Nothing in the code says that the cost is constant, but all that was seen does."""
    cost = -1
    task = _open_field(lambda s, a, t: cost, lambda s, a, t: t == (2, 1))
    _, way = _sweep(task, needs_success=False).look()
    assert way is not None
    assert way.is_enough


def test_a_small_world_with_a_horizon_and_ends_is_seen_before_reading() -> None:
    """Reading takes longer than all of it; without ends it comes first, as in the paper."""
    model = ip.program(
        actions=[1, -1],
        transition=lambda s, a: max(0, min(9, s + a)),
        reward=lambda s, a, t: float(t == 9),
        terminal=lambda s, a, t: t == 9,
    )
    result = ip.plan(model.task(0, horizon=50))
    assert (result.method, result.score, len(result.plan or ())) == ("sweep", 1, 9)
    assert result.proved_optimal


def test_where_nothing_can_be_followed_the_look_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A world that is not read is not searched from its start again."""
    monkeypatch.setattr("introplan.planners.program_sweep.MAX_SWEEP_STATES", 50)
    monkeypatch.setattr("introplan.planners.program_sweep.MAX_SWEEP_CALLS", 1)
    expanded: list[object] = []

    def actions(s: Any) -> list[str]:
        expanded.append(s)
        return ["n", "e", eval("'w'")]

    def transition(s: Any, a: str) -> Any:
        return eval("(s[0] + (a == 'e') - (a == 'w'), s[1] + (a == 'n'))")

    model = ip.program(
        actions=actions,
        transition=transition,
        reward=lambda s, a, t: eval("float(t == (7, 7))"),
        terminal=lambda s, a, t: eval("t == (7, 7)"),
    )
    result = ip.plan(model.task((0, 0)))
    assert (result.score, len(result.plan or ())) == (1, 14)
    assert result.method == "breadth-first"
    assert max(expanded.count(s) for s in {(3, 0), (2, 4)}) <= 2
