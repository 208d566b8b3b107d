"""LAO*: policies without looking at all states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.limits import Limits, Meter
from introplan.pddl import parse_domain, parse_problem
from introplan.planners.chance import lao
from introplan.planners.chance.exact import exact_policy
from introplan.planners.chance.lao import METHOD, lao_applies, lao_policy
from introplan.relational.domain import RelationalTask
from random_mazes import risky_maze
from tireworlds import tireworld

BLOCKS = "examples/chance/exploding-blocks.pddl", "examples/chance/exploding-blocks-3.pddl"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_around_the_triangle_it_always_arrives(size: int) -> None:
    """With probability 1, proven, and with few of the states; the judge agrees."""
    task = tireworld(size)
    found, whole = lao_policy(task, Meter()), exact_policy(task, Meter())
    assert found.proved_optimal
    assert found.value == pytest.approx(whole.value)
    assert found.bound == 1.0
    assert (found.states or 0) <= (whole.states or 0)
    assert ip.evaluate(task, found).value == pytest.approx(1)


def test_exploding_blocks_are_stacked_as_often_as_they_can_be() -> None:
    """In three of five cases, as all states say; blocks can be put back, so there are loops."""
    task: RelationalTask = ip.read(*BLOCKS)
    found = lao_policy(task, Meter())
    assert found.proved_optimal
    assert found.value == pytest.approx(0.6)
    assert (found.states or 0) < 270


@pytest.mark.parametrize("seed", range(30))
def test_random_mazes_have_the_same_value_as_by_all_states(seed: int) -> None:
    """With traps, doors that jam and loops: of probabilities, and of costs."""
    for task in (risky_maze(seed), risky_maze(seed, is_costly=True)):
        assert lao_applies(task)
        found, whole = lao_policy(task, Meter()), exact_policy(task, Meter())
        assert found.value == pytest.approx(whole.value, abs=1e-8)
        assert found.bound is not None
        assert found.bound >= whole.value - 1e-9
        assert found.interval[0] <= whole.value + 1e-9
        assert found.proved_optimal


def test_a_limit_leaves_a_sound_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither end is wrong, and the policy goes on where nothing was expanded."""
    monkeypatch.setattr(lao, "FIRST_ROUND", 5)
    monkeypatch.setattr(lao, "GROWTH", 0.0)
    task: RelationalTask = ip.read(*BLOCKS)
    found = lao_policy(task, Meter(Limits(nodes=12)))
    assert not found.proved_optimal
    assert found.interval[0] <= 0.6 <= (found.bound or 0.0)
    state = task.start
    for _ in range(6):
        action = found.policy(state)
        if action is None:
            break
        state = task.outcomes(state, action)[0][1].state
    assert found.explain(task.start).options


def test_large_triangles_are_proven_by_the_door() -> None:
    """Four hundred thousand states, of which a thousand are looked at."""
    found = ip.policy(tireworld(4))
    assert found.method == METHOD
    assert found.proved_optimal
    assert found.verified
    assert (found.states or 0) < 1_500


@pytest.mark.parametrize(("count", "value"), [(3, 0.6), (4, 0.54), (5, 0.54)])
def test_towers_of_blocks_are_rebuilt_as_often_as_they_can_be(count: int, value: float) -> None:
    """A block destroys the table in two of five cases, and another block in one of ten."""
    blocks = [f"b{n}" for n in range(1, count + 1)]
    tower = " ".join(f"(on b{n} b{n + 1})" for n in range(1, count))
    whole = " ".join(f"(no-detonated {b}) (no-destroyed {b})" for b in blocks)
    more = "(on b2 b4)" if count > 3 else ""
    task = parse_problem(
        parse_domain(Path(BLOCKS[0]).read_text(encoding="utf-8")),
        f"""(define (problem tower) (:domain exploding-blocksworld)
        (:objects {" ".join(blocks)} - block)
        (:init (emptyhand) (no-destroyed-table) {tower} (on-table b{count}) (clear b1) {whole})
        (:goal (and (on b3 b1) (on b1 b2) {more})))""",
    )
    found = ip.policy(task)
    assert found.value == pytest.approx(value)
    assert found.proved_optimal


def test_it_applies_where_states_have_a_largest_value() -> None:
    """Plain goals, and costs; without horizon and discount."""
    task = tireworld(1)
    assert lao_applies(task)
    assert not lao_applies(replace(task, horizon=3))
    assert not lao_applies(replace(task, discount=0.5))
    assert not lao_applies(ip.read_program("examples/chance/windy.py"))
    paying: Any = """(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p))
      (:reward (if (p) 1)) (:termination (if (p) success)))"""
    problem = "(define (problem x) (:domain d) (:init))"
    assert not lao_applies(parse_problem(parse_domain(paying), problem))
    assert lao_applies(
        parse_problem(parse_domain(paying.replace("(if (p) 1)", "(else -1)")), problem)
    )
