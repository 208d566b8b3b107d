"""Whole models, read and planned, against the whole truth about them."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.introspection.returns.return_bounds import ReturnBound
from introplan.mdp import Status
from introplan.programs.freezing import kept
from introplan.programs.program import ProgramTask
from late_worlds import WORLDS as LATE
from nasty_worlds import WORLDS
from program_oracle import Truth, truth

EXAMPLES = {
    path.stem: ip.read_program(path)
    for path in sorted(Path(__file__).parents[3].glob("examples/*.py"))
}
SMALL = {name: task for name, task in EXAMPLES.items() if name != "fifteen_puzzle"}
MODELS = {
    **WORLDS,
    **LATE,
    **SMALL,
    "maze": ip.sample("maze", width=15, height=11, goals=2, seed=3),
}
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@cache
def truth_of(name: str) -> Truth:
    """The truth about a model, found out once."""
    return truth(MODELS[name])


@cache
def found_of(name: str) -> ip.Introspection:
    """What is found out about a model by reading it, once."""
    return ip.introspect(MODELS[name], budget=10.0)


@pytest.mark.parametrize("name", sorted(MODELS))
def test_r_max_is_right_and_the_condition_decides_every_transition(name: str) -> None:
    """r_max is the largest reachable reward; `satisfied` says so of each transition."""
    known = truth_of(name)

    info = found_of(name)

    if info.r_max.status == "exact":
        assert known.r_max == info.r_max.value
        for before, action, after, reward, _ in known.edges:
            assert info.satisfied(before, action, after) == (reward == known.r_max)
    elif info.r_max.value is not None:
        assert info.r_max.value >= known.r_max


@pytest.mark.parametrize("name", sorted(MODELS))
def test_the_derived_distance_is_admissible_and_consistent(name: str) -> None:
    """No state is nearer to r_max than the distance says; no step lowers it by more than one."""
    known = truth_of(name)

    h = found_of(name).heuristic

    far = known.distances()
    assert h.admissible
    for key, state in known.values.items():
        assert h(state) <= far[key], f"{state} is {far[key]} steps away, not {h(state)}"
    for before, action, after, reward, status in known.edges:
        if status is Status.CONTINUE and reward != known.r_max:
            assert h(before) <= 1 + h(after), f"{action} from {before} to {after}"


@pytest.mark.parametrize("name", sorted(MODELS))
def test_no_score_exceeds_the_bound_on_scores(name: str) -> None:
    """Whatever the number of moves: no plan from any state collects more."""
    known, task = truth_of(name), MODELS[name]
    finder = found_of(name).details
    assert isinstance(finder, Finder)
    limited = task.restarted(task.start, horizon=4)
    bound = ReturnBound.of(finder, limited, needs_success=False)

    some = list(known.values.items())[:: max(1, len(known.values) // 100)]
    for moves, scores in enumerate(known.best_scores(4)):
        for key, state in some:
            assert scores[key] <= bound(state, moves) + 1e-9, f"{moves} moves from {state}"


@pytest.mark.parametrize("name", sorted(MODELS))
def test_the_shortest_plan_is_as_short_as_any(name: str) -> None:
    """Paid once, the best plan is the shortest; where an episode ends, `shortest` asks for it."""
    known, task = truth_of(name), MODELS[name]
    has_end = task.program.terminal is not None

    result = ip.plan(task, shortest=True) if has_end else ip.plan(task, optimal=True)

    steps = _steps_to_end(known) if has_end else known.distances()[kept(task.start)]
    if math.isinf(steps):
        assert result.plan is None
    else:
        assert result.plan is not None
        is_proved = result.proved_shortest if has_end else result.proved_optimal
        assert (steps, True) == (len(result.plan), is_proved)
        assert result.verified


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_plan_is_found_without_a_proof_as_well(name: str) -> None:
    """Greedy planning ends where it should."""
    result = ip.plan(MODELS[name])

    assert result.status in ("success", "ended")
    assert result.verified


def _steps_to_end(known: Truth) -> float:
    edges: dict[Hashable, list[Any]] = {}
    for edge in known.edges:
        edges.setdefault(kept(edge[0]), []).append(edge)
    layer, seen, steps = {kept(known.task.start)}, {kept(known.task.start)}, 0
    while layer:
        steps += 1
        out = [edge for key in layer for edge in edges.get(key, ())]
        if any(e[4] in (Status.SUCCESS, Status.OVER) for e in out):
            return steps
        layer = {kept(e[2]) for e in out if e[4] is Status.CONTINUE} - seen
        seen |= layer
    return math.inf


def grid(distance: int, horizon: int | None = None) -> ProgramTask:
    """The paper's grid."""
    task = ip.sample("grid", distance=distance, seed=1)
    return task.program.task(task.start, horizon)


@pytest.mark.parametrize("distance", [2, 100, 10**6])
def test_the_grid_gives_its_milestone_and_the_manhattan_distance(distance: int) -> None:
    """Nobody told the library about grids: milestone and distance come out of two functions."""
    info = ip.introspect(grid(distance))

    assert (info.r_max.value, info.r_max.status) == (1.0, "exact")
    assert [str(m) for m in info.milestones()] == ["x == 0 and y == 0"]
    assert str(info.heuristic) == "|x| + |y|"
    assert not info.diagnostics


@pytest.mark.parametrize("distance", [2, 3, 4, 7, 50, 1001])
def test_the_grid_is_planned_optimally_over_its_horizon(distance: int) -> None:
    """To the origin in d steps, then away and back again and again; proven to be best."""
    horizon = 2 * (distance - 1)

    result = ip.plan(grid(distance, horizon), optimal=True)

    returns = (horizon - distance) // 2
    rest = (horizon - distance) % 2
    assert -(distance - 1) + 1 - rest == result.score
    assert result.proved_optimal
    assert horizon == len(result.plan or ())
    assert 1 + returns == len(result.milestones)


FAR = {
    "cliff_walking": 13,
    "coins": 16,
    "crafting": 10,
    "fifteen_puzzle": 12,
    "frozen_lake": 14,
    "key_door_goal": 16,
    "lights_out": 5,
    "sokoban": 11,
    "taxi": 14,
}
"""What is known to be derived for the start of each example; most of it is the whole way."""


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_are_understood(name: str) -> None:
    """Nothing in them is refused, and the distance from their start is what it should be."""
    info = ip.introspect(EXAMPLES[name], budget=10.0)

    assert not info.diagnostics
    assert info.heuristic(EXAMPLES[name].start) >= FAR[name]


def test_a_million_steps_are_found_by_calling_the_model() -> None:
    """A long way costs hardly more nodes than it has steps, and is verified like any other."""
    result = ip.plan(grid(100_000, 150_000))

    assert (len(result.plan or ()), result.verified) == (150_000, True)
    assert result.expanded <= 110_000


def test_the_tiles_of_a_puzzle_get_their_manhattan_distance() -> None:
    """Nobody told the library about tiles: how far a value travels is read off the moves."""
    task = EXAMPLES["fifteen_puzzle"]
    solved = (*range(1, 16), 0)
    places = [(t, task.start.index(t), solved.index(t)) for t in range(1, 16)]

    manhattan = sum(abs(a // 4 - b // 4) + abs(a % 4 - b % 4) for _, a, b in places)

    assert manhattan == ip.introspect(task, budget=10.0).heuristic(task.start)


def test_a_small_world_over_a_horizon_is_swept() -> None:
    """What no bound decides is decided by looking at everything: here, staying pays most."""

    def transition(s: int, a: str) -> int:
        return max(0, min(400, s + (a == "right") - (a == "left")))

    def reward(s: int, a: str, s2: int) -> int:
        return -30 if a == "rest" or s2 > 11 else 2 * abs(s2 - 5) - 1

    model = ip.program(
        actions=["stay", "left", "right", "rest"], transition=transition, reward=reward
    )

    result = ip.plan(model.task(0, 14), optimal=True)

    assert (result.score, result.proved_optimal) == (126, True)


def test_a_loop_that_ends_the_episode_is_walked_once() -> None:
    """The step that pays most leads back to where it starts, but there is no second time."""
    model = ip.program(
        actions=["wait"],
        transition=lambda s, a: s,
        reward=lambda s, a, s2: 2,
        terminal=lambda s, a, s2: True,
    )

    result = ip.plan(model.task(0, 4))

    assert (result.plan, result.score, result.status) == (("wait",), 2, "ended")


def test_the_best_so_far_is_kept_where_a_limit_strikes() -> None:
    """A reward that nobody understands, in a world without end: what was seen is not lost."""
    model = ip.program(
        actions=[1, 2], transition=lambda s, a: s + a, reward=lambda s, a, t: hash(str(t)) % 7
    )

    result = ip.plan(model.task(0), limits=ip.Limits(nodes=300))

    assert result.plan
    assert result.score > 0


def test_texts_that_grow_and_shrink_are_read() -> None:
    """Tracks of wagons: cut, joined, turned round, compared, and asked for a letter."""

    def shunt(s: tuple[str, str], a: str) -> tuple[str, str]:
        lead, siding = s
        if a == "pull":
            if not siding:
                raise ValueError
            return lead + siding[-1:], siding[:-1]
        if a == "turn":
            return lead[::-1], siding
        if "a" in lead and len(lead) < 2:
            raise ValueError
        return "", siding + lead

    program = ip.program(
        actions=["pull", "turn", "push"],
        transition=shunt,
        reward=lambda s, a, t: int(t == ("", "cab")),
    )
    info = ip.introspect(program.task(("", "abc")), budget=5)
    assert info.understood.startswith("read: rules and reward")
    assert info.heuristic(("", "abc")) > 0
    result = ip.plan(program.task(("", "abc")))
    assert result.status is ip.PlanStatus.SUCCESS
