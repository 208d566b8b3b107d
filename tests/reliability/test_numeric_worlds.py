"""Worlds with numbers that people know, each with its best plan: against plain Python."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

import introplan as ip
from introplan.pddl import parse_domain, parse_problem
from introplan.planners.status import PlanStatus
from introplan.relational.domain import RelationalTask

THERMOSTAT = """
(define (domain thermostat)
  (:functions (temperature) (outside) (price))
  (:action heat :precondition (< (temperature) 30) :effect (increase (temperature) 3))
  (:action wait :effect (decrease (temperature) 1))
  (:action open-window :precondition (> (temperature) (outside))
    :effect (assign (temperature) (/ (+ (temperature) (outside)) 2)))
  (:reward
    (sum () (if (and (>= (temperature) 19) (<= (temperature) 22)) 2))
    (if (did (heat)) (- 0 (price)))
    (if (> (temperature) 22) (- 22 (temperature)))))
"""

TRUCK = """
(define (domain truck)
  (:types city truck)
  (:predicates (at ?t - truck ?c - city) (road ?a ?b - city) (station ?c - city))
  (:functions (fuel ?t - truck) (distance ?a ?b - city) (capacity ?t - truck))
  (:action drive :parameters (?t - truck ?a ?b - city)
    :precondition (and (at ?t ?a) (road ?a ?b) (>= (fuel ?t) (distance ?a ?b)))
    :effect (and (not (at ?t ?a)) (at ?t ?b) (decrease (fuel ?t) (distance ?a ?b))))
  (:action refuel :parameters (?t - truck ?c - city)
    :precondition (and (at ?t ?c) (station ?c) (< (fuel ?t) (capacity ?t)))
    :effect (assign (fuel ?t) (capacity ?t))))
"""

KNAPSACK = """
(define (domain knapsack)
  (:types item)
  (:predicates (packed ?i - item) (closed))
  (:functions (weight ?i - item) (worth ?i - item) (load) (capacity))
  (:action pack :parameters (?i - item)
    :precondition (and (not (closed)) (not (packed ?i))
                       (<= (+ (load) (weight ?i)) (capacity)))
    :effect (and (packed ?i) (increase (load) (weight ?i))))
  (:action close :precondition (not (closed)) :effect (closed))
  (:reward (sum (?i - item) (if (did (pack ?i)) (worth ?i))))
  (:termination (if (closed) success)))
"""

COUNTERS = """
(define (domain counters)
  (:types counter)
  (:functions (value ?c - counter) (limit))
  (:action up :parameters (?c - counter) :precondition (< (value ?c) (limit))
    :effect (increase (value ?c) 1))
  (:action down :parameters (?c - counter) :precondition (> (value ?c) 0)
    :effect (decrease (value ?c) 1)))
"""

BANK = """
(define (domain bank)
  (:functions (balance) (debt))
  (:action earn :effect (increase (balance) 10))
  (:action invest :precondition (>= (balance) 20)
    :effect (and (scale-up (balance) 1.5) (decrease (debt) 0)))
  (:action repay :precondition (and (> (debt) 0) (>= (balance) 15))
    :effect (and (decrease (balance) 15) (decrease (debt) 10)))
  (:action charge :effect (scale-up (debt) 2)))
"""


def task(domain: str, init: str, *, objects: str = "", rest: str) -> RelationalTask:
    """A problem of a domain."""
    read = parse_domain(domain)
    return parse_problem(
        read,
        f"(define (problem p) (:domain {read.name}) (:objects {objects}) (:init {init}) {rest})",
    )


def test_the_thermostat_is_run_as_well_as_can_be() -> None:
    """Numbers in the reward: heating has a price, heat above 22 degrees costs what it exceeds."""
    horizon, price, outside = 6, 0.5, 10.0

    @cache
    def best(temperature: float, moves: int) -> float:
        if not moves:
            return 0.0
        after = {"heat": temperature + 3, "wait": temperature - 1}
        if temperature > outside:
            after["open"] = (temperature + outside) / 2
        scores = []
        for action, now in after.items():
            paid = 2.0 if 19 <= now <= 22 else 0.0
            paid += -price if action == "heat" else 22 - now if now > 22 else 0.0
            scores.append(paid + best(now, moves - 1))
        return max(scores)

    own = task(
        THERMOSTAT,
        f"(= (temperature) 12) (= (outside) {outside}) (= (price) {price})",
        rest=f"(:horizon {horizon})",
    )
    result = ip.plan(own, optimal=True)

    assert result.proved_optimal
    assert result.score == pytest.approx(best(12.0, horizon))
    assert ip.verify(own, result.plan).score == result.score


@pytest.mark.parametrize("engine", ["native", "python"])
def test_the_truck_stops_for_fuel_where_it_must(engine: str) -> None:
    """Shortest, and no plan where the tank is too small."""
    roads = "(road a b) (road b c) (road c d) (station b) (at t a)"
    lengths = "(= (distance a b) 3) (= (distance b c) 2) (= (distance c d) 3)"
    near, far = (
        task(
            TRUCK,
            f"{roads} {lengths} (= (fuel t) 4) (= (capacity t) {size})",
            objects="a b c d - city t - truck",
            rest="(:goal (and (at t d) (>= (fuel t) 1)))",
        )
        for size in (6, 5)
    )
    result = ip.plan(near, shortest=True, engine=engine)

    assert result.proved_shortest
    assert list(map(str, result.plan or ())) == [
        "(drive t a b)",
        "(refuel t b)",
        "(drive t b c)",
        "(drive t c d)",
    ]
    assert ip.plan(far, engine=engine).status is PlanStatus.UNSOLVABLE


def test_the_knapsack_is_packed_with_the_most_worth() -> None:
    """A capacity is a comparison; what an item is worth is a number of the problem."""
    weights, worths, capacity = (3, 4, 5, 7, 2), (4, 5, 7, 10, 1), 11
    names = [f"i{n}" for n in range(len(weights))]
    values = zip(names, weights, worths, strict=True)
    init = " ".join(f"(= (weight {n}) {w}) (= (worth {n}) {v})" for n, w, v in values)
    own = task(
        KNAPSACK,
        f"{init} (= (load) 0) (= (capacity) {capacity})",
        objects=f"{' '.join(names)} - item",
        rest="",
    )
    sets = [c for n in range(len(weights) + 1) for c in combinations(range(len(weights)), n)]
    best = max(sum(worths[i] for i in s) for s in sets if sum(weights[i] for i in s) <= capacity)
    result = ip.plan(own, optimal=True)

    assert (result.score, result.proved_optimal) == (best, True)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_counters_are_brought_into_order(engine: str) -> None:
    """Comparisons of one number with another."""
    init = "(= (value a) 3) (= (value b) 2) (= (value c) 0) (= (limit) 5)"
    goal = "(and (< (+ (value a) 1) (value b)) (< (+ (value b) 1) (value c)))"
    own = task(COUNTERS, init, objects="a b c - counter", rest=f"(:goal {goal})")
    result = ip.plan(own, shortest=True, engine=engine)
    goals = [(a, b, c) for a in range(6) for b in range(6) for c in range(6) if a + 1 < b < c - 1]
    least = min(abs(a - 3) + abs(b - 2) + c for a, b, c in goals)

    assert (result.cost, result.proved_shortest) == (least, True)
    assert ip.verify(own, ip.plan(own, engine=engine).plan).valid


@pytest.mark.parametrize("engine", ["native", "python"])
def test_debts_are_repaid_with_the_fewest_steps(engine: str) -> None:
    """Factors, and numbers that are no whole ones."""

    def least(limit: int = 12) -> int:
        states, steps = {(10.0, 40.0)}, 0
        while steps < limit:
            if any(debt <= 10 and balance >= 5 for balance, debt in states):
                return steps
            after = set()
            for balance, debt in states:
                after.add((balance + 10, debt))
                if balance >= 20:
                    after.add((balance * 1.5, debt))
                if debt > 0 and balance >= 15:
                    after.add((balance - 15, debt - 10))
                after.add((balance, debt * 2))
            states, steps = after, steps + 1
        return limit

    goal = "(and (<= (debt) 10) (>= (balance) 5))"
    own = task(BANK, "(= (balance) 10) (= (debt) 40)", rest=f"(:goal {goal})")
    result = ip.plan(own, shortest=True, engine=engine)

    assert (result.cost, result.proved_shortest) == (least(), True)
