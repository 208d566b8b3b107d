"""Random mazes with traps and doors that jam, in PDDL: loops, dead ends, and draws."""

from __future__ import annotations

import random

from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask

RULES = """(define (domain maze) (:types place) (:constants p0 - place)
  (:predicates (at ?p - place) (way ?p ?q - place) (icy ?p ?q - place) (trap ?p - place)
    (lost) (lamp))
  (:action walk :parameters (?p ?q - place) :precondition (and (at ?p) (way ?p ?q) (not (lost)))
   :effect (and (not (at ?p)) (at ?q)
     (when (trap ?q) (probabilistic 0.25 (lost)))))
  (:action slide :parameters (?p ?q - place) :precondition (and (at ?p) (icy ?p ?q) (not (lost)))
   :effect (probabilistic 0.5 (and (not (at ?p)) (at ?q)) 0.125 (when (not (lamp)) (lost))))
  (:action light :parameters () :precondition (not (lamp)) :effect (probabilistic 0.5 (lamp)))
  {reward})"""

COSTS = """(:reward (if (lost) -20) (else -1))
  (:termination (if (at p0) success) (if (lost) failure))"""


def risky_maze(seed: int, *, is_costly: bool = False) -> RelationalTask:
    """A maze of 4 to 8 places: how likely is the goal, or what does the way cost?"""
    rng = random.Random(seed)
    count = rng.randint(4, 8)
    facts = []
    for place in range(1, count):
        facts.append(f"(way p{place} p{rng.randrange(place)})" if rng.random() < 0.8 else "")
        facts.append(f"(icy p{place} p{rng.randrange(count)})")
        facts.append(f"(way p{place} p{rng.randrange(count)})" if rng.random() < 0.5 else "")
        facts.append(f"(trap p{place})" if rng.random() < 0.4 else "")
    domain = parse_domain(RULES.replace("{reward}", COSTS if is_costly else ""))
    goal = "" if is_costly else "(:goal (and (at p0) (not (lost))))"
    return parse_problem(
        domain,
        f"""(define (problem random) (:domain maze)
        (:objects {" ".join(f"p{n}" for n in range(1, count))} - place)
        (:init (at p{count - 1}) {" ".join(facts)}) {goal})""",
    )
