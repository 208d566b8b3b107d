"""Two engines, one meaning: the native search does exactly what the Python search does.

Random tasks are compared in `reliability/test_differential.py`; here are larger ones.
"""

from __future__ import annotations

import random

import pytest

import introplan as ip
from introplan.limits import Meter
from introplan.mdp import total
from introplan.relational.domain import Task
from introplan.search.native.engine import KernelEngine, is_available
from introplan.search.python_engine import PythonEngine
from introplan.search.requests import Engine
from random_sums import sum_task
from random_walks import random_walk

pytestmark = pytest.mark.skipif(
    not is_available(), reason="this installation was built without a compiler"
)


SHIPPED: list[tuple[str, dict[str, int]]] = [
    ("blocks-world", {"blocks": 1}),
    ("blocks-world", {"blocks": 5}),
    ("blocks-world", {"blocks": 40}),
    ("drawers", {"drawers": 2, "items": 3}),
    ("drawers", {"drawers": 3, "items": 25}),
    ("bins", {"bins": 1, "items": 1}),
    ("bins", {"bins": 3, "items": 4}),
    ("bins", {"bins": 6, "items": 30}),
]


def _agree(task: Task, planner: str, limits: ip.Limits | None = None) -> None:
    """Status, plan, score, milestones and every count are the same."""
    python, native = (ip.plan(task, planner, limits, e) for e in ("python", "native"))

    assert (python.engine, native.engine) == ("python", "native")
    assert python.status == native.status, task.name
    assert python.plan == native.plan, task.name
    assert (python.score, python.cost) == (native.score, native.cost), task.name
    assert python.milestones == native.milestones, task.name
    assert python.expanded == native.expanded, task.name
    assert python.generated == native.generated, task.name


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("domain", "size"), SHIPPED)
def test_shipped_domains_with_the_introspector(
    domain: str, size: dict[str, int], seed: int
) -> None:
    """Small and middling sizes."""
    _agree(ip.sample(domain, seed=seed, **size), "introspector")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("domain", "size"), SHIPPED)
def test_shipped_domains_with_greedy_search(domain: str, size: dict[str, int], seed: int) -> None:
    """The same nodes in the same order, as far as 2,000 of them go."""
    _agree(ip.sample(domain, seed=seed, **size), "greedy", ip.Limits(nodes=2_000))


def test_no_planner_falls_back_in_silence() -> None:
    """What does not run natively says so when it is asked to, and names its engine otherwise."""
    task = ip.sample("bins", bins=2, items=2)

    assert ip.plan(task).engine == "native"
    assert ip.plan(task, "value-iteration").engine == "python"
    with pytest.raises(ip.UsageError, match="does not run on the native engine"):
        ip.plan(task, "value-iteration", engine="native")


def test_a_rule_that_never_applies_makes_its_predicate_derived_all_the_same() -> None:
    """Engines must not differ in what they take for fixed: here nothing is ever `d`."""
    domain = ip.parse_domain("""
        (define (domain never) (:predicates (p ?x) (d ?x))
          (:derived (d ?x) (or))
          (:action a :parameters (?x) :effect (p ?x))
          (:reward (if (exists (?x) (and (d ?x) (p ?x))) 1))
          (:termination (if (exists (?x) (and (d ?x) (p ?x))) success)))""")
    problem = "(define (problem two) (:domain never) (:objects o1 o2) (:init))"
    task = ip.parse_problem(domain, problem)

    _agree(task, "introspector")
    assert ip.plan(task).status == "unsolvable"


@pytest.mark.parametrize("seed", range(150))
def test_sums_and_discounts_pay_the_same_in_both_engines(seed: int) -> None:
    """Every step of a random walk, and the score, to the last bit; and what a step pays."""
    task = sum_task(seed)
    plan, rewards = random_walk(task, random.Random(seed))
    engines: list[Engine] = [PythonEngine(task, Meter()), KernelEngine(task, Meter())]
    ends = [engine.follow(engine.root, plan) for engine in engines]
    paths = [engine.path(end.node) for engine, end in zip(engines, ends, strict=True)]

    for path in paths:
        assert [step.reward for step in path] == rewards
        assert [s.score for s in path] == [
            total(rewards[: i + 1], task.discount) for i, s in enumerate(path)
        ]
    assert ends[0].status == ends[1].status
    _agree(task, "greedy", ip.Limits(nodes=300))
