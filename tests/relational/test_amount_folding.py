"""Amounts of numbers that never change become sums with weights."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.pddl import parse_domain, parse_problem
from introplan.relational import amount_folding

DOMAIN = """(define (domain shop)
  (:requirements :strips :typing)
  (:types thing)
  (:predicates (have ?t - thing) (seen ?t - thing))
  (:functions (worth ?t - thing) (gap ?a ?b - thing) (purse))
  (:action take :parameters (?t - thing) :precondition (not (have ?t)) :effect (have ?t))
  (:action drop :parameters (?t - thing) :precondition (have ?t)
    :effect (and (not (have ?t)) (increase (purse) 1)))
  (:reward
    (sum (?t - thing) (if (have ?t) (* 2 (worth ?t))))
    (sum (?a ?b - thing) (if (and (have ?a) (did (drop ?b))) (- (gap ?a ?b))))
    (sum (?t - thing) (if (did (drop ?t)) (purse)))))"""

PROBLEM = """(define (problem p) (:domain shop) (:objects a b c - thing)
  (:init (= (worth a) 3) (= (worth b) 0) (= (worth c) -1.5) (= (gap a b) 2) (= (gap c b) 4)
         (= (gap b a) 7) (= (purse) 0)) (:horizon 6))"""


def shop() -> ip.Task:
    """Three things, worth 3, nothing and less than nothing."""
    return parse_problem(parse_domain(DOMAIN), PROBLEM)


def test_weights_that_never_change_are_rows_of_a_sum() -> None:
    """One for each choice of objects that is worth something; what changes stays an amount."""
    reward = shop().reward

    assert [row.value for row in reward.sums] == [6.0, -3.0, -2.0, -7.0, -4.0]
    assert [str(amount.expression) for amount in reward.amounts] == ["(purse)"]
    assert len(shop().stated_reward.amounts) == 3


def test_the_judge_who_folds_nothing_agrees() -> None:
    """Random plans are paid the same by the simulator and by the replay."""
    task, rng = shop(), random.Random(1)
    for _ in range(50):
        state, plan, rewards = task.start, [], []
        for _ in range(6):
            action = rng.choice(task.actions(state))
            state, reward, _ = task.step(state, action)
            plan.append(action)
            rewards.append(reward)
        assert ip.verify(task, plan).rewards == pytest.approx(tuple(rewards))


def test_too_many_choices_stay_an_amount(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of many objects would fill the memory with rows."""
    monkeypatch.setattr(amount_folding, "MAX_ROWS", 8)

    assert [len(amount.variables) for amount in shop().reward.amounts] == [2, 1]
