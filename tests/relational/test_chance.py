"""The definition of what actions with chance do."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import introplan as ip
from introplan.errors import UsageError
from introplan.relational.action import Branch
from introplan.relational.chance import possible_changes, sampled_change, whole
from introplan.relational.evaluation import Moments

COINS = """(define (domain coins) (:types coin)
  (:predicates (heads ?c - coin) (thrown ?c - coin))
  (:action throw :parameters () :effect (forall (?c - coin)
    (and (thrown ?c) (probabilistic 0.25 (heads ?c) 0.25 (probabilistic 0.5 (heads ?c)))))))"""


def coins(count: int) -> Any:
    """A task with so many coins, all thrown at once."""
    names = " ".join(f"c{number}" for number in range(count))
    problem = f"(define (problem p) (:domain coins) (:objects {names} - coin) (:init)"
    return ip.parse_problem(ip.parse_domain(COINS), f"{problem} (:goal (heads c0)))")


def test_draws_are_independent_and_what_is_missing_does_nothing() -> None:
    """Each of two coins shows heads in three of eight cases."""
    task = coins(2)
    (schema,) = task.domain.actions
    found = possible_changes(schema, {}, Moments(task.start.objects, task.start.facts))
    by_heads = Counter[int]()
    for probability, change in found:
        by_heads[len(change.adds) - 2] += probability  # type: ignore[assignment]

    assert by_heads == pytest.approx({0: 25 / 64, 1: 30 / 64, 2: 9 / 64})


def test_a_draw_comes_out_as_often_as_it_should() -> None:
    """One coin, by 4,000 throws: three standard deviations are 0.023."""
    task = coins(1)
    (schema,) = task.domain.actions
    now, rng = Moments(task.start.objects, task.start.facts), random.Random(0)
    heads = sum(len(sampled_change(schema, {}, now, rng).adds) == 2 for _ in range(4_000))

    assert heads / 4_000 == pytest.approx(3 / 8, abs=0.023)


def test_branches_are_made_whole() -> None:
    """Rounding is put right, and what is missing is a branch of its own."""
    third = Branch(0.333333333)
    assert [p for p, _ in whole([third] * 3)] == pytest.approx([1 / 3] * 3, abs=1e-12)
    assert whole([Branch(0.5)]) == [(0.5, Branch(0.5)), (0.5, None)]


def test_too_many_outcomes_are_refused_and_can_be_sampled() -> None:
    """Twenty coins have a million outcomes."""
    task = coins(20)
    (action,) = task.actions(task.start)
    with pytest.raises(UsageError, match="20,000 outcomes"):
        task.outcomes(task.start, action)

    assert len(task.sample(task.start, action, random.Random(0)).state.facts) >= 20
