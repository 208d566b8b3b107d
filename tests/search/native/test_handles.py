"""Introspection by the native engine and by `introspection/`: the same answers, the same order."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

import introplan as ip
from introplan.introspection.relational.goals import (
    Conditions,
    reward_condition,
    success_condition,
)
from introplan.limits import Limits, Meter
from introplan.relational.grounding import IMPOSSIBLE
from introplan.relational.mutation import KnownMutation
from introplan.search.native.engine import KernelEngine, is_available
from introplan.search.native.handles import REASONS, as_signed
from introplan.search.requests import SearchRequest
from random_tasks import random_task

pytestmark = pytest.mark.skipif(not is_available(), reason="built without a compiler")

CHUNK, CHUNKS, MOST = 50, 8, 20


def compare(task: ip.Task) -> None:
    """Ask both at the start and at some places on the way from there."""
    engine = KernelEngine(task, Meter(Limits(nodes=200)))
    outlook = engine.goal_generator(reward_condition(task), success_condition(task))
    conditions = Conditions.of(task)
    found = engine.search(engine.root, SearchRequest(max_depth=3, max_stalled_nodes=30))
    later = [] if found.best is None else engine.path(found.best)

    assert outlook.is_unsolvable == (conditions.success == IMPOSSIBLE)
    for place in (engine.root, *later):
        goals = list(islice(outlook.mutation_goals_from(place), MOST))
        native = [goal.decode() for goal in goals]
        texts = [goal.decode.texts() for goal in goals]
        assert texts == [KnownMutation(mutation).texts() for mutation in native]
        assert native == list(
            islice(conditions.mutation_goals_from(engine.closed_state(place)), MOST)
        )


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_kernel_finds_the_mutations_of_the_specification(chunk: int) -> None:
    """Random tasks: is success out of reach, and every mutation, at the start and later."""
    first = 5000 + chunk * CHUNK
    for seed in range(first, first + CHUNK):
        compare(random_task(seed))


@pytest.mark.parametrize(
    ("domain", "size"),
    [
        ("bins", {"bins": 4, "items": 9}),
        ("drawers", {"drawers": 3, "items": 5}),
        ("blocks-world", {"blocks": 12}),
    ],
)
def test_so_it_does_in_shipped_domains(domain: str, size: dict[str, int]) -> None:
    """The domains of the paper."""
    compare(ip.sample(domain, seed=3, **size))


GUARDED = """(define (domain guarded) (:types item bin) (:constants i0 i1 i2 i3 - item b1 - bin)
  (:predicates (in ?i - item ?b - bin) (open ?b - bin) (free ?i - item))
  (:action pick :parameters (?i - item ?b - bin) :precondition (and (open ?b) (in ?i ?b))
    :effect (and (free ?i) (not (in ?i ?b))))
  (:action put :parameters (?i - item ?b - bin) :precondition (and (open ?b) (free ?i))
    :effect (and (in ?i ?b) (not (free ?i))))
  (:action shut :parameters (?b - bin) :precondition (open ?b) :effect (not (open ?b)))
  (:reward (if (exists (?b - bin) (and CONDITION (forall (?i - item) (not (in ?i ?b))))) 1)
           (else 0)))"""
"""Bins of which some are shut at the start, and stay so."""


def large_task(condition: str) -> ip.Task:
    """More applications of steps than reachability follows: goals are shared, not copied."""
    domain = ip.parse_domain(GUARDED.replace("CONDITION", condition))
    bins, items = [f"b{i}" for i in range(8)], [f"i{i}" for i in range(180)]
    facts = [f"(in {item} {bins[i * i % 7]})" for i, item in enumerate(items)]
    facts += [f"(open {name})" for i, name in enumerate(bins) if i != 3]
    objects = f"{' '.join(items[4:])} - item b0 {' '.join(bins[2:])} - bin"
    problem = f"(:objects {objects}) (:init {' '.join(facts)})"
    return ip.parse_problem(domain, f"(define (problem p) (:domain guarded) {problem})")


@pytest.mark.parametrize(
    "condition",
    [
        "(did (shut ?b))",
        "(not (did (shut ?b)))",
        "(and (open ?b) (not (did (put i0 ?b))))",
        "(or (did (shut ?b)) (in i1 ?b))",
        "(before (in i2 ?b))",
        "(and (open ?b) (in i3 b1))",
    ],
)
def test_large_goals_are_shared_and_mean_the_same(condition: str) -> None:
    """Whole conjunctions, such as lose a part or have no hope, and wants that occur repeatedly."""
    compare(large_task(condition))


def test_mutations_of_a_place_are_those_of_the_place_wherever_the_engine_is() -> None:
    """Shared wants are read when they are picked, after searches that led elsewhere."""
    task = large_task("(did (shut ?b))")
    engine = KernelEngine(task, Meter(Limits(nodes=2_000)))
    generator = engine.goal_generator(reward_condition(task), success_condition(task))
    own = generator.mutation_goals_from(engine.root)
    native = []
    for _ in range(5):
        goal = next(own)
        native.append(goal.decode())
        engine.search(engine.root, SearchRequest(goal.goal, goal.goal, max_stalled_nodes=300))

    expected = Conditions.of(task).mutation_goals_from(engine.closed_state(engine.root))
    assert native == list(islice(expected, 5))


def test_reasons_have_the_order_of_the_kernel() -> None:
    """It returns a number of its own enum, which Python takes for a place in this tuple."""
    header = Path(__file__).parents[3] / "native" / "limits.hpp"
    found = re.search(r"enum class Reason \{([^}]*)\}", header.read_text(encoding="utf-8"))
    assert found is not None
    assert [reason.name for reason in REASONS] == found[1].replace(",", " ").split()


def test_a_limit_fits_the_numbers_of_compiled_code() -> None:
    """What is larger is never reached anyway."""
    assert as_signed(10**30, bits=64) == 2**63 - 1
    assert as_signed(7, bits=32) == 7
    assert as_signed(None, bits=64) is None
