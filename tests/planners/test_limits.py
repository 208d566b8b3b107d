"""Limits on time, nodes and memory hold inside the loops, and the best plan so far comes back."""

from __future__ import annotations

import time

import pytest

import introplan as ip
from introplan.search.limits import Meter, memory_mb

HARD = {"bins": 3, "items": 30}
"""Far too many states for a search that looks at all of them."""


@pytest.mark.parametrize("planner", ["greedy", "value-iteration"])
def test_a_time_limit_ends_the_search(planner: str) -> None:
    """Back soon after the limit, with the status that says so."""
    started = time.monotonic()
    result = ip.plan(ip.sample("bins", seed=1, **HARD), planner, ip.Limits(seconds=0.5))

    assert result.status == "out-of-time"
    assert time.monotonic() - started < 2.0


def test_a_time_limit_holds_while_one_action_has_millions_of_bindings() -> None:
    """Joins give signs of life: no single step may take longer than the limit."""
    domain = ip.parse_domain(
        """(define (domain wide) (:predicates (p ?x) (done))
             (:action a :parameters (?u ?v ?w ?x ?y)
               :precondition (and (p ?u) (p ?v) (p ?w) (p ?x) (p ?y)
                                  (not (= ?u ?v)))
               :effect (done)))"""
    )
    names = " ".join(f"o{i}" for i in range(60))
    facts = " ".join(f"(p o{i})" for i in range(60))
    problem = (
        f"(define (problem w) (:domain wide) (:objects {names}) (:init {facts}) (:goal (done)))"
    )
    started = time.monotonic()
    result = ip.plan(ip.parse_problem(domain, problem), "greedy", ip.Limits(seconds=0.5))

    assert result.status == "out-of-time"
    assert time.monotonic() - started < 2.0


@pytest.mark.parametrize("planner", ["introspector", "greedy", "value-iteration"])
def test_a_node_limit_is_exact(planner: str) -> None:
    """Not one node more than allowed is expanded."""
    result = ip.plan(ip.sample("bins", seed=1, **HARD), planner, ip.Limits(nodes=20))

    assert (result.status, result.expanded) == ("out-of-nodes", 20)


def test_the_best_plan_so_far_comes_back_on_a_limit() -> None:
    """Some bins are closed by then, and the plan to there is valid as far as it goes."""
    result = ip.plan(ip.sample("bins", seed=1, **HARD), limits=ip.Limits(nodes=20))

    assert result.score >= 1
    assert result.plan
    assert result.verified


def test_a_memory_limit_ends_the_search() -> None:
    """Below what the process holds already there is no room at all."""
    limits = ip.Limits(memory_mb=memory_mb() / 2)
    result = ip.plan(ip.sample("bins", seed=1, **HARD), "greedy", limits)

    assert result.status == "out-of-memory"


def test_a_planner_can_be_stopped_from_outside() -> None:
    """Setting `interrupted` on the meter is what the command line does on Ctrl-C."""
    meter = Meter()
    meter.interrupted = True
    result = ip.plan(ip.sample("bins", seed=1, **HARD), "greedy", meter=meter)

    assert (result.status, result.reason) == ("incomplete", "interrupted")


def test_an_unknown_planner_is_named_with_a_suggestion() -> None:
    """Mistakes in calls say what would be right."""
    with pytest.raises(ip.UsageError, match="did you mean 'introspector'"):
        ip.plan(ip.sample("bins"), "introspecter")
