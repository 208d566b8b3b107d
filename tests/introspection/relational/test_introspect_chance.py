"""What is said of relational worlds with chance is never contradicted by what happens."""

from __future__ import annotations

from collections import Counter

import pytest

import introplan as ip
from introplan.relational.action import did
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments
from random_draws import random_draws


@pytest.mark.parametrize("seed", range(25))
def test_random_worlds_do_not_contradict_it(seed: int) -> None:
    """No outcome pays more than r_max or changes what is immutable; wishes add up."""
    task = random_draws(seed)
    info = ip.introspect(task)
    space = ip.reachable(task, 150)
    has_milestone = next(iter(ip.mutations(task)), None) is not None
    found = ip.wishes(task)
    for edge in space.edges[:400]:
        before, after = (
            closed(task.domain, space.states[n - 1]) for n in (edge.source, edge.target)
        )
        assert info.r_max.value is not None
        assert edge.reward <= info.r_max.value
        if info.satisfied(before, edge.action, after):
            assert has_milestone
            assert edge.reward >= task.milestone_value
        moments = Moments(
            after.objects,
            after.facts,
            before.facts,
            did(edge.action),
            after.numbers,
            before.numbers,
        )
        assert sum(w.value * w.condition.count(moments) for w in found) == pytest.approx(
            edge.reward
        )
        changed = Counter(fact.predicate.name for fact in before.facts ^ after.facts)
        assert not changed.keys() & set(info.immutable)


def test_what_only_a_draw_brings_about_can_be_aimed_for() -> None:
    """What comes true in one of a hundred cases is a mutation; what never does is none."""
    domain = ip.parse_domain(
        """(define (domain d) (:predicates (p) (q) (r))
        (:action a :effect (probabilistic 0.01 (p) 0.2 (not (r)))))"""
    )

    def task(goal: str) -> ip.Task:
        text = f"(define (problem x) (:domain d) (:init (r)) (:goal {goal}))"
        return ip.parse_problem(domain, text)

    assert [str(m) for m in ip.mutations(task("(p)"))] == ["(p)"]
    assert [str(m) for m in ip.mutations(task("(not (r))"))] == ["(not (r))"]
    assert not list(ip.mutations(task("(q)")))
    assert ip.introspect(task("(p)")).immutable == ("q",)
    assert any(edge.reward == 1 for edge in ip.reachable(task("(p)")).edges)
