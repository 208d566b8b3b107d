"""Limits on time, nodes and memory hold inside the loops, and the best plan so far comes back."""

from __future__ import annotations

import time

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.limits import Meter, memory_mb
from introplan.planners.catalogue import PLANNERS

HARD = {"bins": 3, "items": 30}
"""Far too many states for a search that looks at all of them."""

RUNS = [(p.name, engine) for p in PLANNERS.values() for engine in p.engines if engine in ENGINES]
"""Every planner on every engine that it runs on."""


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine of this installation."""
    return str(request.param)


@pytest.mark.parametrize(("planner", "engine"), [r for r in RUNS if r[0] != "introspector"])
def test_a_time_limit_ends_the_search(planner: str, engine: str) -> None:
    """Back soon after the limit, with the status that says so."""
    started = time.monotonic()
    result = ip.plan(ip.sample("bins", seed=1, **HARD), planner, ip.Limits(seconds=0.5), engine)

    assert result.status == "out-of-time"
    assert time.monotonic() - started < 2.0


def test_a_time_limit_holds_while_one_action_has_millions_of_bindings(engine: str) -> None:
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
    result = ip.plan(ip.parse_problem(domain, problem), "greedy", ip.Limits(seconds=0.5), engine)

    assert result.status == "out-of-time"
    assert time.monotonic() - started < 2.0


WIDE = """
(define (domain wide) (:predicates (p ?x ?y) (g))
  (:action a :parameters (?a ?b ?c ?e) :precondition (not (p ?a ?b)) :effect (g)))
"""

CHAIN = """
(define (domain chain) (:predicates (edge ?a ?b) (reach ?a ?b) (done))
  (:derived (reach ?a ?b) (or (edge ?a ?b) (exists (?c) (and (edge ?a ?c) (reach ?c ?b)))))
  (:action finish :parameters (?a ?b) :precondition (reach ?a ?b) :effect (done)))
"""


@pytest.mark.parametrize(
    ("rules", "objects", "facts", "goal"),
    [
        (WIDE, 100, "", "(g)"),
        (WIDE, 50, "", "(and (forall (?a ?b ?c ?e) (or (not (p ?a ?b)) (p ?c ?e))) (g))"),
        (WIDE, 100, "", "(and (forall (?a ?b ?c ?e) (or (not (p ?a ?b)) (p ?c ?e))) (g))"),
        (
            CHAIN,
            80,
            " ".join(f"(edge o{i} o{i + 1})" for i in range(79)),
            "(and (done) (reach o1 o0))",
        ),
    ],
)
def test_a_time_limit_holds_in_every_stage(
    rules: str, objects: int, facts: str, goal: str, engine: str
) -> None:
    """Reachability over millions of bindings, goals with four quantifiers, recursive rules."""
    domain = ip.parse_domain(rules)
    names = " ".join(f"o{i}" for i in range(objects))
    sections = f"(:objects {names}) (:init {facts}) (:goal {goal})"
    task = ip.parse_problem(domain, f"(define (problem p) (:domain {domain.name}) {sections})")
    started = time.monotonic()
    ip.plan(task, limits=ip.Limits(seconds=1), engine=engine)

    assert time.monotonic() - started < 3.0


def test_recursive_rules_are_derived_in_good_time(engine: str) -> None:
    """A chain of 60 nodes has 1,770 pairs that reach each other."""
    names = " ".join(f"o{i:02}" for i in range(60))
    facts = " ".join(f"(edge o{i:02} o{i + 1:02})" for i in range(59))
    problem = (
        f"(define (problem p) (:domain chain) (:objects {names}) (:init {facts}) (:goal (done)))"
    )
    task = ip.parse_problem(ip.parse_domain(CHAIN), problem)
    result = ip.plan(task, limits=ip.Limits(seconds=20), engine=engine)

    assert (result.status, len(result.plan or ()), result.verified) == ("success", 1, True)


def test_a_limit_leaves_the_best_use_of_a_horizon_so_far(engine: str) -> None:
    """Thirty switches, each pays once it is pressed: some have been pressed when time is up."""
    rules = """(define (domain s) (:types switch) (:predicates (on ?x - switch))
                 (:action t :parameters (?x - switch) :precondition (not (on ?x)) :effect (on ?x))
                 (:reward (if (exists (?x - switch) (did (t ?x))) 1)))"""
    names = " ".join(f"s{i:02}" for i in range(30))
    problem = f"(define (problem p) (:domain s) (:objects {names} - switch) (:init) (:horizon 29))"
    task = ip.parse_problem(ip.parse_domain(rules), problem)

    for planner in ("introspector", "greedy"):
        result = ip.plan(task, planner, ip.Limits(nodes=15), engine)
        assert result.status == "out-of-nodes"
        assert result.score > 5


@pytest.mark.parametrize(("planner", "engine"), RUNS)
def test_a_node_limit_is_exact(planner: str, engine: str) -> None:
    """Not one node more than allowed is expanded."""
    result = ip.plan(ip.sample("bins", seed=1, **HARD), planner, ip.Limits(nodes=20), engine)

    assert (result.status, result.expanded) == ("out-of-nodes", 20)


def test_the_best_plan_so_far_comes_back_on_a_limit(engine: str) -> None:
    """Some bins are closed by then, and the plan to there is valid as far as it goes."""
    task = ip.sample("bins", seed=1, **HARD)
    result = ip.plan(task, limits=ip.Limits(nodes=20), engine=engine)

    assert result.score >= 1
    assert result.plan
    assert result.verified


def test_a_memory_limit_ends_the_search(engine: str) -> None:
    """Below what the process holds already there is no room at all."""
    limits = ip.Limits(memory_mb=memory_mb() / 2)
    result = ip.plan(ip.sample("bins", seed=1, **HARD), "greedy", limits, engine)

    assert result.status == "out-of-memory"


def test_a_planner_can_be_stopped_from_outside(engine: str) -> None:
    """Setting `interrupted` on the meter is what the command line does on Ctrl-C."""
    meter = Meter()
    meter.interrupted = True
    result = ip.plan(ip.sample("bins", seed=1, **HARD), "greedy", None, engine, meter=meter)

    assert (result.status, result.reason) == ("incomplete", "interrupted")


def test_an_unknown_planner_is_named_with_a_suggestion() -> None:
    """Mistakes in calls say what would be right."""
    with pytest.raises(ip.UsageError, match="did you mean 'introspector'"):
        ip.plan(ip.sample("bins"), "introspecter")
