"""Value iteration: the best score, exactly, also where success lies beyond the horizon."""

from __future__ import annotations

import pytest

import introplan as ip
from random_programs import best_score_over_horizon, random_world


def test_value_iteration_finds_the_best_score_over_every_horizon() -> None:
    """As trying every episode does."""
    compared = 0
    for seed in range(600):
        world = random_world(seed)
        if world.horizon is not None:
            result = ip.plan(world.task(), "value-iteration")
            if result.status == "unsolvable":  # success is nowhere, whatever the horizon
                continue
            assert result.score == pytest.approx(best_score_over_horizon(world)), seed
            compared += 1
    assert compared > 200


def test_value_iteration_is_not_fooled_by_rounding() -> None:
    """A loop of +0.1, +0.2 and -0.3 pays nothing, though in binary it seems to."""
    ways = {
        ("start", "stop"): ("end", 0.0),
        ("start", "go"): ("a", 0.0),
        ("a", "go"): ("b", 0.1),
        ("b", "go"): ("c", 0.2),
        ("c", "go"): ("a", -0.3),
        ("a", "stop"): ("end", 0.3),
    }
    world = ip.program(
        actions=["go", "stop"],
        transition=lambda s, a: ways[s, a][0],
        reward=lambda s, a, s2: ways[s, a][1],
        terminal=lambda s, a, s2: s2 == "end",
    )
    assert ip.plan(world.task("start"), "value-iteration").plan == ("go", "stop")


def test_value_iteration_takes_the_shortest_way_where_a_loop_pays_for_ever() -> None:
    """No score is the highest then."""
    world = ip.program(
        actions=["work", "go"],
        transition=lambda s, a: s if a == "work" else s + 1,
        reward=lambda s, a, s2: 1 if a == "work" else 0,
        terminal=lambda s, a, s2: s2 == 3,
    )
    assert ip.plan(world.task(0), "value-iteration").plan == ("go", "go", "go")


def line(horizon: int) -> ip.Task:
    """A walk of three steps to success; the first field pays 2 each time it is entered."""
    domain = ip.parse_domain(
        """(define (domain line)
             (:predicates (at ?x) (next ?x ?y) (goal ?x) (rich ?x))
             (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
               :effect (and (not (at ?x)) (at ?y)))
             (:reward (if (exists (?x) (and (rich ?x) (at ?x))) 2) (else 0))
             (:termination (if (exists (?x) (and (goal ?x) (at ?x))) success)))"""
    )
    problem = f"""(define (problem p) (:domain line) (:objects a b c d) (:horizon {horizon})
             (:init (at a) (next a b) (next b a) (next b c) (next c d) (goal d) (rich b)))"""
    return ip.parse_problem(domain, problem)


def test_success_beyond_the_horizon_gives_the_best_score_within_it() -> None:
    """The answer is `horizon` with a plan that uses all moves, as for every other planner."""
    short = ip.plan(line(2), "value-iteration")
    assert (short.status, short.score, len(short.plan or ())) == ("horizon", 2.0, 2)
    assert short.reason == "no success within the horizon"
    assert ip.plan(line(2), optimal=True).score == short.score
    enough = ip.plan(line(5), "value-iteration")
    assert (enough.status, enough.score, len(enough.plan or ())) == ("success", 4.0, 5)


def test_whole_numbers_beyond_floats_are_compared_exactly() -> None:
    """Two ways differ by 1 in rewards that a float would round to the same number."""
    large = 2**60
    pays = {"a": large, "b": large + 1}
    model = ip.program(
        actions=["a", "b"], transition=lambda s, a: s + 1, reward=lambda s, a, t: pays[a]
    )
    for planner in ("value-iteration", "greedy", "beam[2]", "mcts[50]", "random[50]"):
        result = ip.plan(model.task(0, horizon=2), planner)
        assert result.plan == ("b", "b"), planner
        assert result.score == 2 * (large + 1), planner
