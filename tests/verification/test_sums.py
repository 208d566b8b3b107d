"""Sums in a replay: bindings looked at again where something changed, against trying them all."""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.mdp import total
from introplan.pddl import parse_domain, parse_problem
from random_sums import sum_task
from random_walks import random_walk

LAMPS = """
(define (domain lamps)
  (:types lamp)
  (:predicates (on ?l - lamp) (near ?a ?b - lamp))
  (:action press :parameters (?l - lamp)
    :effect (and (when (on ?l) (not (on ?l))) (when (not (on ?l)) (on ?l))))
  (:reward
    (sum (?l - lamp) (if (on ?l) 1) (if (did (press ?l)) -0.25))
    (sum (?a ?b - lamp) (if (and (near ?a ?b) (before (on ?a)) (not (on ?b))) 2))))
"""


@pytest.mark.parametrize("seed", range(150))
def test_a_replay_pays_what_the_definition_says(seed: int) -> None:
    """Random worlds, random walks: every step, and the discounted score."""
    task, rng = sum_task(seed), random.Random(seed)
    plan, rewards = random_walk(task, rng)
    verdict = ip.verify(task, plan)

    assert list(verdict.rewards) == rewards
    assert verdict.score == total(rewards, task.discount)


def test_moments_of_a_sum() -> None:
    """After, before and did, each with what changed at its own moment."""
    task = parse_problem(
        parse_domain(LAMPS),
        "(define (problem p) (:domain lamps) (:objects a b c - lamp)"
        " (:init (on a) (near a b) (near a c)) (:horizon 3))",
    )
    plan = ["(press b)", "(press a)", "(press a)"]

    # On: a b; b; a b. Pairs whose first lamp was on before and whose second is off after:
    # (a, c); (a, c) as a was on before; none as a was off before.
    assert ip.verify(task, plan).rewards == (2 - 0.25 + 2, 1 - 0.25 + 2, 2 - 0.25)
