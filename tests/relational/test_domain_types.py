"""Types above types, and several types at once: plans on both engines, and the judge."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.api import ENGINES

DOMAIN = ip.parse_domain("""(define (domain marks)
  (:types cat dog - pet fox - animal pet - animal animal)
  (:predicates (marked ?x) (fed ?x))
  (:action feed :parameters (?x - pet) :effect (fed ?x))
  (:action mark :parameters (?x - (either dog fox)) :effect (marked ?x)))""")


def task(goal: str) -> ip.Task:
    """A cat, a dog and a fox, and something to be brought about."""
    return ip.parse_problem(
        DOMAIN,
        f"""(define (problem three) (:domain marks) (:objects c - cat d - dog f - fox) (:init)
        (:goal {goal}))""",
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("planner", ["introspector", "greedy"])
def test_a_type_includes_the_types_below_it(planner: str, engine: str) -> None:
    """All pets are to be fed: the cat and the dog, not the fox."""
    pets = task("(forall (?x - pet) (fed ?x))")

    plan = ip.plan(pets, planner, engine=engine).plan
    assert sorted(map(str, plan or ())) == ["(feed c)", "(feed d)"]
    assert ip.verify(pets, ["(feed c)", "(feed d)"]).valid
    assert not ip.verify(pets, ["(feed c)"]).valid
    assert "not of type" in ip.verify(pets, ["(feed f)"]).reason


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("planner", ["introspector", "greedy"])
def test_one_of_several_types_is_neither_the_first_nor_all(planner: str, engine: str) -> None:
    """Dogs and foxes are to be marked, cats cannot be."""
    wild = task("(forall (?x - (either dog fox)) (marked ?x))")

    plan = ip.plan(wild, planner, engine=engine).plan
    assert sorted(map(str, plan or ())) == ["(mark d)", "(mark f)"]
    assert not ip.verify(wild, ["(mark d)"]).valid
    assert "not of type" in ip.verify(wild, ["(mark c)"]).reason


@pytest.mark.parametrize("engine", ENGINES)
def test_what_no_object_of_a_type_can_do_is_out_of_reach(engine: str) -> None:
    """A fox is never fed, a cat is never marked."""
    assert ip.plan(task("(fed f)"), engine=engine).status == "unsolvable"
    assert ip.plan(task("(marked c)"), engine=engine).status == "unsolvable"
