"""Numbers in the delete relaxation: directions, and dead ends that are right."""

from __future__ import annotations

import pytest

from introplan.limits import Meter
from introplan.pddl import parse_domain, parse_problem
from introplan.relational.dynamics import statics_of
from introplan.relational.grounding import Grounder
from introplan.search.ff_heuristic import FFHeuristic
from introplan.search.goal_counters import DEAD_END
from introplan.search.world import World

DOMAIN = """
(define (domain tank) (:predicates (open)) (:functions (level) (rate) (spare))
  (:action turn :effect (open))
  (:action fill :precondition (open) :effect (increase (level) (rate)))
  (:action burn :precondition (> (spare) 0) :effect (decrease (spare) 1)))
"""


def distance(goal: str, rate: int) -> int:
    """h_FF from the start to a goal."""
    domain = parse_domain(DOMAIN)
    task = parse_problem(
        domain,
        "(define (problem p) (:domain tank)"
        f" (:init (= (level) 0) (= (rate) {rate}) (= (spare) 1)) (:goal {goal}))",
    )
    world = World(task, Meter())
    assert task.goal is not None
    ground = Grounder(statics_of(domain, task.start)).ground(task.goal)
    relaxed = world.relaxed_task()
    assert relaxed is not None
    # Twice: what one goal brings along must not be missing in the next.
    FFHeuristic(relaxed, ground)
    return FFHeuristic(relaxed, ground).distance(world.facts)[0]


@pytest.mark.parametrize(
    ("goal", "rate", "steps"),
    [
        ("(>= (level) 0)", 1, 0),
        ("(>= (level) 1)", 1, 2),
        ("(>= (level) 1)", -1, DEAD_END),
        ("(< (level) 0)", 1, DEAD_END),
        ("(< (level) 0)", -1, 2),
        ("(not (<= (level) 0))", 1, 2),
        ("(> (- (level) (spare)) 0)", 0, 1),
        ("(> (- (spare) (level)) 2)", 1, DEAD_END),
        ("(= (level) 5)", 1, 2),
        ("(> (/ 1 (level)) 0)", -1, 2),
        ("(> (* (level) (spare)) 1)", -1, 2),
        ("(>= (spare) 2)", 1, DEAD_END),
    ],
)
def test_a_comparison_is_reached_by_moves_in_the_right_direction(
    goal: str, rate: int, steps: int
) -> None:
    """What no operator moves that way is a dead end; sums and differences have signs."""
    found = distance(goal, rate)

    assert found >= DEAD_END if steps == DEAD_END else 0 < found < DEAD_END or found == steps == 0
