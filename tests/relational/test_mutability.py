"""What can still become true or false: by direction, and by what can be reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

import introplan as ip
from introplan.relational.action import GroundAction, did
from introplan.relational.dynamics import closed
from introplan.relational.formula import Constant, Literal, Predicate
from introplan.relational.mutability import mutability, mutable_predicates
from random_tasks import random_task

MAP = """
(define (domain map)
  (:predicates (at ?x) (road ?x ?y) (seen ?x))
  (:action go :parameters (?x ?y)
    :precondition (and (at ?x) (road ?x ?y))
    :effect (and (at ?y) (not (at ?x)) (seen ?y)))
  (:reward (if (exists (?x) (seen ?x)) 1)))
"""


def test_bins_can_be_closed_but_not_opened() -> None:
    """The direction of change is part of mutability."""
    assert mutable_predicates(ip.sample("bins").domain) == {
        "true": ["on-shelf", "in-bin"],
        "false": ["on-shelf", "in-bin", "open"],
    }


def test_what_no_road_leads_to_is_out_of_reach() -> None:
    """Reachability ignoring deletes follows the static roads."""
    problem = """(define (problem p) (:domain map) (:objects a b c)
                   (:init (at a) (road a b) (road c a)))"""
    task = ip.parse_problem(ip.parse_domain(MAP), problem)
    can = mutability(task.domain, task.start)
    seen, at = Predicate("seen", 1), Predicate("at", 1)
    a, b, c = (Constant(n) for n in "abc")

    assert can.can_be(seen(b), True)
    assert not can.can_be(seen(c), True)
    assert not can.can_be(seen(a), True)
    assert can.can_be(at(a), False)
    assert can.can_be(did(GroundAction("go", (a, b))), True)
    assert not can.can_be(did(GroundAction("go", (c, a))), True)
    assert [str(m) for m in ip.mutations(task)] == ["(seen b)"]


def reachable_facts(task: ip.Task) -> tuple[set[Literal], set[Literal]]:
    """Every literal that is true, and that is false, in some reachable state."""
    space = ip.reachable(task)
    states = [closed(task.domain, s).facts for s in space.states]
    return set().union(*states), set().union(*(states[0] - s for s in states))


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(4))
def test_what_happens_is_never_called_impossible(chunk: int) -> None:
    """On 400 random worlds: everything seen in a reachable state was said to be possible."""
    for seed in range(chunk * 100, (chunk + 1) * 100):
        task = random_task(seed)
        start = closed(task.domain, task.start)
        can = mutability(task.domain, start)
        true, false = reachable_facts(task)
        done = {e.action for e in ip.reachable(task).edges}
        assert all(can.can_be(x, True) for x in true), f"random_task({seed})"
        assert all(can.can_be(x, False) for x in false), f"random_task({seed})"
        assert all(can.can_be(did(a), True) for a in done), f"random_task({seed})"


def test_where_reach_is_too_much_work_the_directions_decide() -> None:
    """A closed bin stays closed and cannot be closed again; items still come and go."""
    task = ip.sample("bins", bins=2, items=2, seed=4)
    closed_d2 = ip.reachable(task).states[11]
    can = replace(mutability(task.domain, closed_d2), reach=None)
    d1, d2, i1 = Constant("d1"), Constant("d2"), Constant("i1")
    is_open, in_bin = Predicate("open", 1), Predicate("in-bin", 2)

    assert not can.can_be(is_open(d2), True)
    assert can.can_be(is_open(d1), False)
    assert not can.can_be(did(GroundAction("close-bin", (d2,))), True)
    assert can.can_be(did(GroundAction("close-bin", (d1,))), True)
    assert can.can_be(in_bin(i1, d1), True)
    assert can.can_be(in_bin(i1, d1), False)


def test_directions_alone_never_call_impossible_what_happens() -> None:
    """Less sharp, but as safe: 100 random worlds without reach."""
    for seed in range(100):
        task = random_task(seed)
        can = replace(mutability(task.domain, closed(task.domain, task.start)), reach=None)
        true, false = reachable_facts(task)
        done = {e.action for e in ip.reachable(task).edges}
        assert all(can.can_be(x, True) for x in true), f"random_task({seed})"
        assert all(can.can_be(x, False) for x in false), f"random_task({seed})"
        assert all(can.can_be(did(a), True) for a in done), f"random_task({seed})"
