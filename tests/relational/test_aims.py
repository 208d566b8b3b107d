"""What to aim for where a reward is a sum: bounds that hold, and as much as can be had."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.relational.action import did
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments, holds
from introplan.relational.rewards import Reward, SumRow
from random_sums import sum_task

STATES = 60


def transitions(task: ip.Task) -> list[tuple[Moments, float]]:
    """What can happen from the first few states, and what it pays."""
    found, waiting, seen = [], [task.start], {task.start}
    while waiting and len(seen) < STATES:
        state = waiting.pop(0)
        before = closed(task.domain, state)
        for action, outcome in task.successors(state):
            after = closed(task.domain, outcome.state)
            moments = Moments(after.objects, after.facts, before.facts, did(action))
            found.append((moments, outcome.reward))
            if outcome.state not in seen:
                seen.add(outcome.state)
                waiting.append(outcome.state)
    return found


@pytest.mark.parametrize("seed", range(200))
def test_nothing_pays_more_than_r_max_and_the_aim_pays_its_value(seed: int) -> None:
    """Random worlds with sums: both numbers of an aim are what they say."""
    task = sum_task(seed)
    aim = task.aim

    assert aim.value <= aim.r_max + 1e-9
    assert bool(aim.left_out) or aim.value == aim.r_max
    for moments, reward in transitions(task):
        assert reward <= aim.r_max + 1e-9
        if holds(aim.condition, moments):
            assert reward >= aim.value - 1e-9


def _task(reward: str, objects: str = "") -> ip.Task:
    domain = ip.parse_domain(
        "(define (domain d) (:constants a b c) (:predicates (at ?x) (clean ?x) (road ?x ?y))"
        " (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))"
        "   :effect (and (at ?y) (not (at ?x))))"
        " (:action wash :parameters (?x) :precondition (at ?x) :effect (clean ?x))"
        f" (:reward {reward}))"
    )
    roads = "(road a b) (road b a) (road b c) (road c b)"
    return ip.parse_problem(
        domain, f"(define (problem p) (:domain d) (:objects {objects}) (:init (at a) {roads}))"
    )


def test_all_of_a_sum_that_can_be_had_is_one_formula() -> None:
    """For all objects, paid or, where it is a penalty, avoided."""
    task = _task("(sum (?x) (if (clean ?x) 2)) (sum (?x) (if (did (wash ?x)) -1)) (if (at c) 5)")

    assert task.r_max == task.milestone_value == 11
    assert str(task.best_condition) == (
        "(and (at c) (forall (?x) (clean ?x)) (forall (?x) (not (did (wash ?x)))))"
    )
    assert ip.reward_condition(task) == task.best_condition


def test_what_never_changes_says_which_bindings_count() -> None:
    """Every road, not every pair."""
    task = _task("(sum (?x ?y) (if (and (road ?x ?y) (clean ?x)) 1))")

    assert task.r_max == 4
    assert str(task.best_condition) == ("(forall (?x ?y) (or (not (road ?x ?y)) (clean ?x)))")
    assert ip.reward_condition(task.domain) == task.best_condition


def test_of_what_excludes_each_other_the_heaviest_is_taken() -> None:
    """One place at a time, one action at a time."""
    places = _task(
        "(sum () (if (at a) 1) (if (at b) 3) (if (at c) 2)) (sum (?x) (if (clean ?x) 1))"
    )
    assert (places.milestone_value, places.r_max) == (6, 6)
    assert [str(f) for f in places.aim.left_out] == ["(at a)", "(at c)"]

    actions = _task("(sum (?x) (if (did (wash ?x)) 2) (if (clean ?x) 1))")
    assert actions.milestone_value == actions.r_max == 5
    assert len(actions.aim.left_out) == 2


def test_what_a_step_changes_is_done_by_one_action() -> None:
    """Only one place is washed at a time, and washing is what its penalty is about."""
    task = _task(
        "(sum (?x) (if (and (clean ?x) (not (before (clean ?x)))) 5) (if (did (wash ?x)) -1))"
    )
    assert task.milestone_value == 4
    assert len(task.aim.left_out) == 3
    places = _task(
        "(sum (?x ?y) (if (and (before (at ?x)) (at ?y) (road ?x ?y)) 1) (if (clean c) 2))"
    )
    assert (places.milestone_value, places.r_max) == (19, 20)


def test_what_is_out_of_reach_is_not_asked_for() -> None:
    """An island that no road leads to lowers r_max."""
    task = _task("(sum (?x) (if (clean ?x) 1))", objects="island")

    assert task.r_max == task.milestone_value == 3
    assert "island" not in str(task.best_condition)


def test_the_list_gives_way_to_what_weighs_more() -> None:
    """Its second best row is better than nothing."""
    task = _task("(if (at a) 3) (if (at b) 2) (else 0) (sum () (if (not (at a)) 2))")

    # At a: 3. Elsewhere 2 from the sum, and 2 from the list at b.
    assert task.milestone_value == 4
    assert 4 <= task.r_max <= 5


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_sum_that_is_paid_once_ends_with_as_much_as_can_be_had(engine: str) -> None:
    """Without an end, a horizon or a discount: wash everything, stand at the best place."""
    task = _task("(sum (?x) (if (clean ?x) 1)) (sum () (if (at a) 1) (if (at b) 2))")
    result = ip.plan(task, engine=engine)

    assert result.status is ip.PlanStatus.SUCCESS
    assert result.plan is not None
    assert ip.verify(task, result.plan).rewards[-1] == 5


def test_whole_numbers_of_any_size_are_exact() -> None:
    """What a float would round is kept as an `int`, and planned in Python."""
    task = _task("(sum (?x) (if (clean ?x) 9007199254740991))")
    assert task.r_max == 3 * (2**53 - 1)
    assert task.engines == ("python",)
    assert Reward(sums=(SumRow((), task.best_condition, 0.1),)).paid(0.0, [3]) == 0.1 * 3
