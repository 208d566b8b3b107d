"""Lazy enumeration: nearest first, without ever building the product."""

from __future__ import annotations

import time
from itertools import islice

import introplan as ip
from introplan.relational.mutation import count_unmet

LINKS = """
(define (domain links)
  (:predicates (link ?x ?y))
  (:action join :parameters (?x ?y) :effect (link ?x ?y))
  (:action cut :parameters (?x ?y) :effect (not (link ?x ?y)))
  (:reward (if (forall (?x) (exists (?y) (link ?x ?y))) 1)))
"""


def links(count: int, facts: str = "") -> ip.Task:
    """Every object is to be linked to some object: count ** count mutations."""
    names = " ".join(f"o{i:02}" for i in range(count))
    problem = f"(define (problem p) (:domain links) (:objects {names}) (:init {facts}))"
    return ip.parse_problem(ip.parse_domain(LINKS), problem)


def test_first_ten_of_60_to_the_60_mutations_come_in_a_tenth_of_a_second() -> None:
    """The paper's product has 60 ** 60 members; ten of them cost next to nothing.

    Processor time, the best of three, with room for a slow machine.
    """
    task = links(60)
    spent = []
    for _ in range(3):
        started = time.process_time()
        found = list(ip.mutations(task, limit=10))
        spent.append(time.process_time() - started)

    assert len(set(found)) == 10
    assert all(count_unmet(task.start, m) == 60 for m in found)
    assert min(spent) < 0.3


def test_all_mutations_of_a_small_product_come_out_once() -> None:
    """Three objects: 27 ways to link each of them, all different."""
    found = list(ip.mutations(links(3)))

    assert len(found) == 27
    assert len(set(found)) == 27


def test_mutations_come_nearest_first() -> None:
    """What holds already costs nothing, so the first mutation keeps it."""
    task = links(4, "(link o00 o01) (link o01 o01) (link o02 o00)")
    distances = [count_unmet(task.start, m) for m in islice(ip.mutations(task), 100)]

    assert distances == sorted(distances)
    assert distances[0] == 1


def test_shared_literals_are_counted_once() -> None:
    """One literal that serves two alternatives is nearer than two that serve one each."""
    domain = ip.parse_domain(
        """(define (domain shared)
             (:predicates (p) (q) (r))
             (:action do :effect (and (p) (q) (r)))
             (:action undo :effect (and (not (p)) (not (q)) (not (r))))
             (:reward (if (and (or (p) (q)) (or (r) (q))) 1)))"""
    )
    task = ip.parse_problem(domain, "(define (problem p) (:domain shared) (:init))")

    assert [str(m) for m in ip.mutations(task)] == ["(q)", "(and (p) (r))"]


def test_what_an_action_rules_out_costs_nothing() -> None:
    """Doing one action is not doing another: the smaller mutation comes out, the larger never."""
    domain = ip.parse_domain(
        """(define (domain did)
             (:predicates (r) (q) (z))
             (:action a :effect (z)) (:action b :effect (not (q)))
             (:action c :effect (r)) (:action e :effect (q))
             (:reward (if (and (or (did (a)) (r)) (or (q) (not (did (b))))) 1)))"""
    )
    task = ip.parse_problem(domain, "(define (problem p) (:domain did) (:init (q)))")
    found = [str(m) for m in ip.mutations(task)]

    assert "(did (a))" in found
    assert "(and (q) (did (a)))" not in found


def test_a_condition_that_holds_forever_is_one_empty_mutation() -> None:
    """Immutably valid: one way, change nothing; a condition out of reach: no way at all."""
    domain = ip.parse_domain(
        """(define (domain fixed)
             (:predicates (here) (there) (light))
             (:action on :effect (light))
             (:reward (if (here) 1)))"""
    )
    there = ip.parse_problem(domain, "(define (problem p) (:domain fixed) (:init (there)))")
    here = ip.parse_problem(domain, "(define (problem p) (:domain fixed) (:init (here)))")

    assert list(ip.mutations(here)) == [ip.Mutation()]
    assert list(ip.mutations(there)) == []
