"""Small proofs that can be followed by hand, and what is said about wrong ones."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import product

import pytest

import introplan as ip
from introplan.certificates import closed_sets
from introplan.checking import has_small_proof
from introplan.limits import Meter
from introplan.relational.formula import Constant, Literal, Predicate

DOORS = """(define (domain doors)
  (:requirements :adl)
  (:constants a b)
  (:predicates (open ?d) (key ?d) (alarm) (out))
  (:action unlock :parameters (?d) :precondition (and (key ?d) (not (open ?d)))
    :effect (and (open ?d) (when (exists (?e) (and (open ?e) (not (= ?e ?d)))) (alarm))))
  (:action slam :parameters (?d) :precondition (open ?d)
    :effect (and (not (open ?d)) (forall (?e) (when (not (open ?e)) (not (key ?e))))))
  (:reward (else 0))
  (:termination (if (alarm) failure)
                (if (and (did (slam a)) (before (open b))) success)
                (else continue)))
"""


def doors(*facts: str) -> ip.Task:
    """Two doors; success is to slam the first while the second is open, without an alarm."""
    init = " ".join(facts)
    problem = f"(define (problem p) (:domain doors) (:init {init}))"
    return ip.parse_problem(ip.parse_domain(DOORS), problem)


def ring(robots: int, rooms: int, goal: str) -> ip.Task:
    """Robots that walk round in a ring of rooms."""
    domain = ip.parse_domain("""(define (domain ring) (:requirements :typing)
      (:types robot room) (:predicates (at ?r - robot ?x - room) (road ?x ?y - room))
      (:action move :parameters (?r - robot ?x ?y - room)
        :precondition (and (at ?r ?x) (road ?x ?y)) :effect (and (at ?r ?y) (not (at ?r ?x)))))""")
    names = [f"r{i}" for i in range(robots)]
    roads = [f"(road x{i} x{(i + 1) % rooms})" for i in range(rooms)]
    text = f"""(define (problem p) (:domain ring)
      (:objects {" ".join(names)} - robot {" ".join(f"x{i}" for i in range(rooms))} - room)
      (:init {" ".join(f"(at {r} x0)" for r in names)} {" ".join(roads)}) (:goal {goal}))"""
    return ip.parse_problem(domain, text)


def all_states(robots: int, rooms: int) -> ip.ClosedSet:
    """Every robot in every room, without any search."""
    at = Predicate("at", 2)
    pairs = list(product(range(robots), range(rooms)))
    facts = tuple(Literal(at, (Constant(f"r{r}"), Constant(f"x{x}"))) for r, x in pairs)
    bits = {pair: 1 << i for i, pair in enumerate(pairs)}
    return ip.ClosedSet(
        facts,
        tuple(
            sum(bits[r, x] for r, x in enumerate(rooms_of))
            for rooms_of in product(range(rooms), repeat=robots)
        ),
    )


def reason(task: ip.Task, text: str) -> str:
    """What is said about a certificate."""
    return ip.verify(task, ip.parse_certificate(text, task)).reason


def test_failure_closes_a_way_and_success_breaks_a_proof() -> None:
    """What ends with failure need not be in the set; what succeeds refutes it."""
    task = doors("(key a)", "(key b)")
    certificate = ip.certify(task)

    assert isinstance(certificate, ip.ClosedSet)
    assert ip.plan(task).verified
    assert not any("(alarm)" in map(str, certificate.literals(s)) for s in certificate.states)
    solvable = doors("(open a)", "(open b)")
    assert reason(solvable, "(:certificate closed-set)\n(:state (open a) (open b))") == (
        "(slam a) in state 1, (:state (open a) (open b)), ends with success"
    )
    with pytest.raises(ip.NoProofError, match="there is a plan: it takes 1 steps"):
        ip.certify(solvable)


def test_a_way_out_is_told_with_state_action_and_target() -> None:
    """Which state, which action, and where it leads."""
    task = doors("(key a)")

    assert reason(task, "(:certificate closed-set)\n(:state (key a))") == (
        "(unlock a) in state 1, (:state (key a)), "
        "leads out of the set, to (:state (key a) (open a))"
    )
    assert reason(task, "(:certificate closed-set)") == "the start is not among the states"


def test_the_goal_may_hold_nowhere_in_the_set() -> None:
    """Start included, and states that nothing leads to as well."""
    task = ring(1, 2, "(and (at r0 x0) (at r0 x1))")
    text = "(:certificate closed-set)\n(:state (at r0 x0))\n(:state (at r0 x1))\n"
    both = "(:state (at r0 x0) (at r0 x1))"

    assert reason(task, text) == ""
    assert reason(task, text + both) == f"the goal holds in state 3, {both},"
    at_goal = replace(task, start=replace(task.start, facts=task.start.facts | {fact("r0", "x1")}))
    assert reason(at_goal, text).startswith("the start is not")
    with pytest.raises(ip.NoProofError, match="the goal holds at the start"):
        ip.certify(at_goal)


def fact(robot: str, room: str) -> Literal:
    """A robot in a room."""
    return Literal(Predicate("at", 2), (Constant(robot), Constant(room)))


def test_bounds_are_told_where_they_are_left() -> None:
    """An action, an effect, a rule or success that the bounds do not allow for."""
    task = ring(1, 3, "(and (at r0 x2) (road x0 x0))")
    whole = (
        "(:certificate bounds)\n(:becomes-true (at r0 x1) (at r0 x2))\n(:becomes-false (at r0 x0))"
    )

    assert reason(task, whole) == ""
    assert reason(task, whole.replace(" (at r0 x2)", "")) == (
        "(at r0 x2) is not listed as becoming true: (move r0 x1 x2) may become possible"
    )
    assert reason(task, whole.replace("(:becomes-false (at r0 x0))", "")) == (
        "(at r0 x0) is not listed as becoming false: (move r0 x0 x1) may become possible"
    )
    assert reason(replace(task, goal=fact("r0", "x2")), whole) == (
        "the goal may hold within these bounds"
    )


def test_a_task_that_asks_for_no_success_has_no_certificate() -> None:
    """Every plan that runs is one."""
    task = ip.sample("bins", bins=1, items=1, seed=1)
    task = replace(task, domain=replace(task.domain, termination=None), horizon=3)

    with pytest.raises(ip.NoProofError, match="asks for no success"):
        ip.certify(task)
    assert "asks for no success" in reason(task, "(:certificate closed-set)")


def test_ten_thousand_states_are_checked_in_a_moment() -> None:
    """A certificate made without any search, and one that lacks a single state."""
    task = ring(4, 10, "(and (at r0 x0) (at r0 x1))")
    certificate = all_states(4, 10)
    started = time.process_time()

    assert ip.verify(task, certificate).valid
    assert time.process_time() - started < 6
    holey = replace(certificate, states=certificate.states[:-1])
    assert "leads out of the set" in ip.verify(task, holey).reason


def test_too_many_actions_to_keep_are_found_state_by_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same answers without the index."""
    monkeypatch.setattr(closed_sets, "MAX_MOVES_KEPT", 3)
    task = ring(2, 3, "(and (at r0 x0) (at r0 x1))")
    whole = all_states(2, 3)

    assert ip.verify(task, whole).valid
    for state in whole.states:
        fewer = replace(whole, states=tuple(s for s in whole.states if s != state))
        assert not ip.verify(task, fewer).valid


def test_values_that_are_no_facts_of_the_task_prove_nothing() -> None:
    """Certificates that were built by hand are not trusted either."""
    task = ring(1, 2, "(and (at r0 x0) (at r0 x1))")
    whole = all_states(1, 2)
    road = Literal(Predicate("road", 2), (Constant("x0"), Constant("x1")))

    assert ip.verify(task, whole).valid
    for wrong in (
        replace(whole, facts=(*whole.facts, road)),
        replace(whole, facts=(*whole.facts, fact("r9", "x0"))),
        replace(whole, facts=(*whole.facts, whole.facts[0])),
        replace(whole, states=(*whole.states, 4)),
        replace(whole, states=(*whole.states, -1)),
        ip.Bounds((road,), ()),
        ip.ClosedTexts(("at",)),
    ):
        assert not ip.verify(task, wrong).valid


def test_limits_hold_while_a_proof_is_made_and_checked() -> None:
    """Time, memory and interruption end it; the answer itself stays."""
    task = ring(4, 8, "(and (at r0 x0) (at r0 x1))")
    stopped = Meter(interrupted=True)

    for limits, why in ((ip.Limits(seconds=0.05), "time"), (ip.Limits(memory_mb=1), "memory")):
        with pytest.raises(ip.NoProofError, match=f"stopped by the limit on {why}"):
            ip.certify(task, limits)
    with pytest.raises(ip.NoProofError, match="interrupted"):
        ip.certify(task, meter=stopped)
    with pytest.raises(ip.NoProofError, match="more than 100 states can be reached"):
        ip.certify(task, states=100)


def test_small_claims_are_verified_in_passing_and_large_ones_are_not() -> None:
    """By counts, so that the answer is the same on every machine."""
    goal = "(and (at r0 x0) (at r0 x1))"
    small, large = ip.plan(ring(3, 8, goal)), ip.plan(ring(4, 9, goal))

    assert (small.status, small.verified) == ("unsolvable", True)
    assert (large.status, large.verified) == ("unsolvable", False)


def test_a_proof_in_passing_ends_with_its_planner() -> None:
    """Interrupting the planner interrupts it, and a planner without time left has none for it."""
    task = ring(3, 8, "(and (at r0 x0) (at r0 x1))")

    assert has_small_proof(task, Meter())
    again = replace(task, name="again")
    assert not has_small_proof(again, Meter(interrupted=True))
    assert not has_small_proof(again, Meter(ip.Limits(seconds=0)))
    assert not has_small_proof(again, Meter(ip.Limits(memory_mb=1)))
    assert has_small_proof(again, Meter(ip.Limits(nodes=1)))


def test_a_world_with_thousands_of_millions_of_states_needs_few_lines() -> None:
    """Bounds do not multiply."""
    task = ring(12, 20, "(and (at r0 x2) (road x0 x0))")
    certificate = ip.certify(task)

    assert isinstance(certificate, ip.Bounds)
    assert len(certificate) == 12 * 20
    assert ip.plan(task).verified


def test_worlds_that_do_not_stay_the_same_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function that answers otherwise the second time is a mistake in the model."""
    calls = [0]

    def terminal(state: int, action: str, after: int) -> str:
        calls[0] += 1
        return "success" if calls[0] > 5 else "continue"

    world = ip.program(
        actions=["on"],
        transition=lambda s, a: (s + 1) % 5,
        reward=lambda s, a, t: 0,
        terminal=terminal,
    )
    with pytest.raises(ip.ModelError, match="must depend on nothing but their arguments"):
        ip.plan(world.task(0), planner="value-iteration")


def test_derived_literals_are_followed_to_the_end() -> None:
    """A rule may need what another one of its kind derives, however they are ordered."""
    domain = ip.parse_domain("""(define (domain paths) (:requirements :derived-predicates)
      (:predicates (lamp ?x) (road ?x ?y) (path ?x) (won))
      (:derived (path ?x) (or (lamp ?x) (exists (?y) (and (road ?x ?y) (path ?y)))))
      (:action light :parameters (?x) :precondition (not (road ?x ?x)) :effect (lamp ?x))
      (:action win :parameters (?x) :precondition (and (path ?x) (not (lamp ?x)) (road ?x ?x))
        :effect (won)))""")
    roads = "(road a a) (road a b) (road b b) (road b c) (road c c) (road c d)"
    problem = "(define (problem p) (:domain paths) (:objects a b c d)"
    task = ip.parse_problem(domain, f"{problem} (:init {roads}) (:goal (won)))")
    text = "(:certificate closed-set)\n(:state)\n(:state (lamp d))"

    assert ip.plan(task).status == "success"
    assert reason(task, text) == ("(win a) in state 2, (:state (lamp d)), ends with success")
