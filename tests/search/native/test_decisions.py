"""Relational worlds with chance, explored by the register machine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import introplan as ip
from introplan.limits import LimitReached, Limits, Meter
from introplan.machine.system import Unsupported
from introplan.pddl import parse_domain, parse_problem
from introplan.planners.chance.values import exact_values
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Literal, Predicate
from introplan.relational.state import State
from introplan.search.decision_graph import TooLargeError, explored
from introplan.search.ground_chance import ground_chance
from introplan.search.native.decisions import native_decisions
from random_draws import random_draws

pytestmark = pytest.mark.skipif(
    native_decisions.__globals__["IS_AVAILABLE"] is False, reason="needs the native engine"
)

COINS = """(define (domain coins) (:types coin)
  (:predicates (heads ?c - coin) (gone ?c - coin) (spare))
  (:action toss :parameters (?c - coin) :precondition (not (gone ?c))
   :effect (probabilistic 0.5 (heads ?c) 0.25 (not (heads ?c)) 0.25 (gone ?c)))
  (:action toss-all :parameters () :precondition (spare)
   :effect (and (not (spare))
     (forall (?c - coin) (when (not (gone ?c))
       (probabilistic 0.5 (heads ?c) 0.5 (and (not (heads ?c)) (probabilistic 0.5 (gone ?c))))))))
  (:reward (sum (?c - coin) (if (and (heads ?c) (before (not (heads ?c)))) 1))
    (if (exists (?c - coin) (and (gone ?c) (did (toss ?c)))) -2))
  (:termination (if (forall (?c - coin) (heads ?c)) success)
    (if (forall (?c - coin) (gone ?c)) failure)))"""


def coins(horizon: int | None = None, discount: float = 1) -> RelationalTask:
    """Three coins, one of which shows heads."""
    limits = "" if horizon is None else f"(:horizon {horizon})"
    problem = f"""(define (problem three) (:domain coins) (:objects a b c - coin)
      (:init (heads a) (spare)) {limits} (:discount {discount}))"""
    return parse_problem(parse_domain(COINS), problem)


def by_python(task: RelationalTask) -> Any:
    """The specification."""
    return explored(task, task.start, Meter(), max_depth=task.horizon)


def described(table: Any) -> dict[Any, Any]:
    """What each state has to choose from, by nouns."""
    graph, states = table.graph, list(table.states)
    found = {}
    for number in range(graph.states):
        rows = {}
        for choice in graph.choices(number):
            edges = {
                states[target] if target >= 0 else target: probability
                for target, probability in zip(
                    graph.targets_of(choice),
                    graph.probabilities[graph.first_edge[choice] : graph.first_edge[choice + 1]],
                    strict=True,
                )
            }
            paid = round(graph.rewards[choice], 12), bool(graph.pays[choice])
            rows[str(table.actions[choice])] = (edges, *paid)
        found[states[number]] = rows
    return found


def same(one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    """The same choices in the same states; probabilities up to rounding."""
    if {s for s, rows in one.items() if rows} != {s for s, rows in other.items() if rows}:
        return False
    for state, rows in one.items():
        for action, (edges, *paid) in rows.items():
            theirs, *others = other[state][action]
            if paid != others or theirs != pytest.approx(edges, abs=1e-12):
                return False
        if rows and rows.keys() != other[state].keys():
            return False
    return True


@pytest.mark.parametrize("horizon", [None, 0, 1, 3])
def test_the_engine_finds_what_the_specification_finds(horizon: int | None) -> None:
    """States, choices, probabilities, rewards, ends; numbered breadth first."""
    task = coins(horizon)
    found, known = native_decisions(task, Meter()), by_python(task)
    assert found is not None
    assert same(described(found), described(known))
    for moves in range(5):
        assert found.within(moves) == known.within(moves)
    assert [str(a) for a in found.actions] == [str(a) for a in known.actions]
    for number, state in enumerate(found.states):
        assert found.number(state) == number
    assert found.states[0] == task.start


def test_random_worlds_are_the_same_in_both() -> None:
    """Draws under `forall` and `when`, nested; those with numbers and axioms are for Python."""
    compared = 0
    for seed in range(60):
        task = replace(random_draws(seed, is_plain=True), horizon=2)
        found = native_decisions(task, Meter())
        if found is not None:  # else an action has too many outcomes
            assert same(described(found), described(by_python(task))), seed
            compared += 1
    assert compared >= 55


def test_a_state_that_is_not_there_has_no_number() -> None:
    """Neither one with other facts, nor what is no state."""
    task = coins(2)
    found = native_decisions(task, Meter())
    assert found is not None
    known = {str(state) for state in found.states}
    other = next(s for s in native_decisions(coins(), Meter()).states if str(s) not in known)  # type: ignore[union-attr]
    assert found.number(other) is None
    assert found.number(None) is None  # type: ignore[arg-type]
    unknown = (*task.start.facts, Literal(Predicate("unknown", 0), ()))
    assert found.number(State(task.start.objects, frozenset(unknown))) is None


def test_limits_end_an_exploration() -> None:
    """On states, on edges, on nodes."""
    with pytest.raises(TooLargeError):
        native_decisions(coins(), Meter(), max_states=3)
    with pytest.raises(TooLargeError):
        native_decisions(coins(), Meter(), max_edges=5)
    with pytest.raises(LimitReached):
        native_decisions(coins(), Meter(Limits(nodes=2)))


def test_values_are_those_of_the_specification(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a horizon, with a discount, and without either; so is what the judge says."""
    for task in (coins(4), coins(discount=0.9), coins()):
        quick = exact_values(task, Meter())
        with monkeypatch.context() as patched:
            patched.setattr(
                "introplan.planners.chance.values.native_decisions", lambda *a, **k: None
            )
            slow = exact_values(task, Meter())
        for state in slow.states:
            assert quick.value(state) == pytest.approx(slow.value(state), abs=1e-12)
            assert quick.best(state) == slow.best(state)
        assert ip.evaluate(task, quick).value == pytest.approx(quick.value(task.start))


def test_what_the_engine_cannot_hold_is_left_to_python() -> None:
    """Derived predicates, and too many outcomes of one action."""
    axiom = COINS.replace("(spare))", "(spare) (any))", 1).replace(
        "(:action toss ", "(:derived (any) (exists (?c - coin) (heads ?c))) (:action toss ", 1
    )
    many = " ".join(f"c{n}" for n in range(12))
    domain = parse_domain(axiom)
    task = parse_problem(
        domain, "(define (problem p) (:domain coins) (:objects a - coin) (:init (spare)))"
    )
    with pytest.raises(Unsupported, match="derived"):
        ground_chance(task, lambda: None)
    assert native_decisions(task, Meter()) is None
    large = parse_problem(
        parse_domain(COINS),
        f"(define (problem p) (:domain coins) (:objects {many} - coin) (:init (spare)))",
    )
    with pytest.raises(Unsupported, match="outcomes"):
        ground_chance(large, lambda: None)
