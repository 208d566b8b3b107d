"""What to aim for: r_max, the best end, named success; against all steps of random worlds."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.facts import END, REWARD, SUCCESS
from introplan.introspection.programs.finder import Finder
from introplan.introspection.programs.targets import Kind, end_target
from introplan.mdp import Status
from introplan.symbolic.budget import Budget
from scored_worlds import Step, distances, scored_world, steps_of

ENDS = (Status.OVER, Status.SUCCESS)
W, H = 12, 4
GOAL = (11, 3)
CLIFF = frozenset((x, 3) for x in range(1, 11))
MOVES = ("left", "right", "up", "down")


def _is_worth_it(steps: list[Step]) -> bool:
    """Should the best end be aimed for, by the rule in words?"""
    ends = [s.outcome.reward for s in steps if s.outcome.status in ENDS]
    going_on = [s.outcome.reward for s in steps if s.outcome.status is Status.CONTINUE]
    return bool(ends) and (max(going_on) < 0 or max(ends) > max(going_on) or max(ends) == 0)


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_milestones_of_random_worlds(first: int) -> None:
    """The steps that are met are those that pay most, or end best, and no distance is too long."""
    kinds: Counter[str] = Counter()
    for seed in range(first, first + 20):
        task = scored_world(seed)
        info, steps = ip.introspect(task, budget=20.0), steps_of(task)
        assert not info.diagnostics, seed
        kinds[info.milestone.name] += 1
        met = [s for s in steps if info.satisfied(s.before, s.action, s.outcome.state)]
        shown = list(info.milestones())
        assert met == [
            s
            for s in steps
            if any(m.satisfied(s.before, s.action, s.outcome.state) for m in shown)
        ], seed
        most = max(s.outcome.reward for s in steps)
        assert info.r_max.value is not None
        assert info.r_max.value >= most
        if info.r_max.status == "exact" and info.milestone.name == REWARD:
            assert info.r_max.value == most or not met, seed
        _check_kind(info, steps, met, seed)
        near = distances(steps, lambda s, met=met: s in met)  # type: ignore[misc]
        for state in {s.before for s in steps}:
            assert info.heuristic(state) <= near.get(state, float("inf")), (seed, state)
    assert kinds[END] > 1
    assert kinds[REWARD] > 1


def _check_kind(info: Any, steps: list[Step], met: list[Step], seed: int) -> None:
    if info.milestone.name == REWARD:
        assert all(s.outcome.reward == info.r_max.value for s in met), seed
        return
    statuses = (Status.SUCCESS,) if info.milestone.name == SUCCESS else ENDS
    ends = [s for s in steps if s.outcome.status in statuses]
    best = max((s.outcome.reward for s in ends), default=None)
    # That the best end cannot be reached is not always proven where not all states were seen.
    is_out_of_reach = not met and not info.complete
    assert is_out_of_reach or met == [s for s in ends if s.outcome.reward == best], seed
    if info.milestone.name == END:
        assert _is_worth_it(steps) or not ends, seed


def _move(s: tuple[int, int], a: str) -> tuple[int, int]:
    x, y = s
    if a == "left":
        x = max(0, x - 1)
    elif a == "right":
        x = min(W - 1, x + 1)
    elif a == "up":
        y = max(0, y - 1)
    else:
        y = min(H - 1, y + 1)
    return (x, y)


def _cost(s: Any, a: str, s2: Any) -> int:
    return -1


def _cliff(s: Any, a: str, s2: Any) -> int:
    return -100 if s2 in CLIFF else -1


def _lava(s: Any, a: str, s2: Any) -> int:
    return -50 if s2 in CLIFF else 0


def _alive(s: Any, a: str, s2: Any) -> int:
    return 1


def _at_goal(s: Any, a: str, s2: Any) -> bool:
    return bool(s2 == GOAL)


def _dead_or_won(s: Any, a: str, s2: Any) -> bool:
    return s2 in CLIFF or s2 == GOAL


def _dead(s: Any, a: str, s2: Any) -> bool:
    return s2 in CLIFF


@pytest.mark.parametrize(
    ("reward", "terminal", "kind", "distance", "shown"),
    [
        (_cost, _at_goal, END, 11, ["x == 11 and y == 3"]),
        (_cliff, _dead_or_won, END, 11, ["x == 11 and y == 3"]),
        (_lava, _dead_or_won, END, 11, ["x == 11 and y == 3"]),
        (_lava, _dead, REWARD, 0, ["(x, y) not in CLIFF"]),
        (_alive, _dead, REWARD, 0, ["True"]),
    ],
)
def test_a_bad_end_is_no_milestone(
    reward: Any, terminal: Any, kind: str, distance: float, shown: list[str]
) -> None:
    """Dead or won by one flag, lava alone, being alive: only an end worth having is shown."""
    world = ip.program(actions=MOVES, transition=_move, reward=reward, terminal=terminal)
    info = ip.introspect(world.task((0, 3)))
    assert (info.milestone.name, info.heuristic((0, 3))) == (kind, distance)
    assert list(map(str, info.milestones())) == shown
    assert not info.satisfied((1, 2), "down", (1, 3)) or reward is _alive


def test_an_end_that_cannot_be_reached_is_as_good_as_none() -> None:
    """Then the largest reward is the aim."""

    def never(s: Any, a: str, s2: Any) -> bool:
        return bool(s2[0] == 40)

    world = ip.program(actions=MOVES, transition=_move, reward=_cost, terminal=never)
    assert ip.introspect(world.task((0, 3))).milestone.name == REWARD


Numbers = tuple[int, ...]


def _swap(s: Numbers, i: int) -> Numbers:
    return (*s[:i], s[i + 1], s[i], *s[i + 2 :])


def _cost_of_swap(s: Numbers, i: int, s2: Numbers) -> int:
    return -abs(s[i] - s[i + 1])


def _is_sorted(s: Numbers, i: int, s2: Numbers) -> str | None:
    return "success" if all(s2[i] <= s2[i + 1] for i in range(5)) else None


def test_success_that_costs_what_the_state_says_is_aimed_for() -> None:
    """No swap of different numbers is free, so free success is out of reach; any other is not."""
    model: Any = ip.program(
        actions=range(5), transition=_swap, reward=_cost_of_swap, terminal=_is_sorted
    )
    start = (6, 3, 5, 1, 4, 2)
    info = ip.introspect(model.task(start), budget=5)
    assert (info.milestone.name, info.milestone.value) == (SUCCESS, None)
    assert 1 <= info.heuristic(start) <= 12  # there are 12 inversions
    assert info.satisfied((1, 2, 3, 4, 6, 5), 4, (1, 2, 3, 4, 5, 6))
    assert not info.satisfied((2, 1, 3, 4, 6, 5), 4, (2, 1, 3, 4, 5, 6))
    assert "success" in str(info.report())
    assert list(info.milestones())


def test_no_distance_leads_to_a_reward_that_nothing_pays() -> None:
    """The largest reward is a bound here, and what the largest that is paid may be is not read."""
    model: Any = ip.program(actions=range(5), transition=_swap, reward=_cost_of_swap)
    info = ip.introspect(model.task((6, 3, 5, 1, 4, 2)))
    assert info.heuristic((6, 3, 5, 1, 4, 2)) < math.inf


def test_named_success_is_a_target_and_failure_is_not() -> None:
    """Named success is asked for by its status; a plain True is an end, and no success."""
    for terminal, is_named in ((_at_goal, False), (_named, True)):
        world = ip.program(actions=MOVES, transition=_move, reward=_cliff, terminal=terminal)
        finder = Finder.of(world.task((0, 3)), Budget.of(5.0))
        success = end_target(finder.reading, {Status.SUCCESS})
        assert (success is not None) is is_named
        assert finder.milestone_target().kind is (Kind.SUCCESS if is_named else Kind.END)
        assert end_target(finder.reading, {Status.SUCCESS, Status.OVER}) is not None


def test_the_distance_goes_to_the_end_that_is_asked_for() -> None:
    """Success is at 400, any end at -300, and failure counts as neither."""

    def terminal(state: int, action: int, after: int) -> Status | bool:
        if after == 400:
            return Status.SUCCESS
        if after == 100:
            return Status.FAILURE
        return after == -300

    model = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: -1.0,
        terminal=terminal,
    )
    finder = Finder.of(model.task(0), Budget.of(3.0))
    success = end_target(finder.reading, {Status.SUCCESS})
    both = end_target(finder.reading, {Status.SUCCESS, Status.OVER})
    assert finder.heuristic(success)(0) == 400
    assert finder.heuristic(both)(0) == 300


def test_a_goal_test_is_one_condition_on_the_state_after() -> None:
    """Not one before each of the steps that may lead there: the least of many takes longer."""
    model = ip.program(
        actions=[-1, 1, 3],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: -1.0,
        terminal=lambda s, a, t: Status.SUCCESS if t == 400 else False,
    )
    finder = Finder.of(model.task(0), Budget.of(3.0))
    target = end_target(finder.reading, {Status.SUCCESS})
    assert target is not None
    assert (len(target.alternatives), target.due) == (1, 0)
    assert finder.heuristic(target)(1) == 133


def test_an_end_that_depends_on_the_action_stays_a_condition_before() -> None:
    """Only a step of 3 may end: what holds after it does not say which step it was."""
    model = ip.program(
        actions=[-1, 1, 3],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: -1.0,
        terminal=lambda s, a, t: Status.SUCCESS if t == 400 and a == 3 else False,
    )
    target = end_target(Finder.of(model.task(0), Budget.of(3.0)).reading, {Status.SUCCESS})
    assert target is not None
    assert target.due == 1


def test_without_a_terminal_there_is_nothing_to_aim_for() -> None:
    """No ends were read."""
    model = ip.program(actions=[-1, 1], transition=lambda s, a: s + a, reward=lambda s, a, t: -1.0)
    finder = Finder.of(model.task(0), Budget.of(1.0))
    assert end_target(finder.reading, {Status.SUCCESS}) is None


def _named(s: Any, a: str, s2: Any) -> Status:
    if s2 in CLIFF:
        return Status.FAILURE
    return Status.SUCCESS if s2 == GOAL else Status.CONTINUE
