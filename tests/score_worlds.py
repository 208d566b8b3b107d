"""Small worlds in which the score decides, as tasks."""

from __future__ import annotations

import introplan as ip
from introplan.relational.domain import Task

WALK = """
(define (domain walk)
  (:predicates (at ?c) (next ?a ?b) (swamp ?c) (home ?c))
  (:action go :parameters (?a ?b) :precondition (and (at ?a) (next ?a ?b))
    :effect (and (not (at ?a)) (at ?b)))
  (:reward (if (exists (?c) (and (swamp ?c) (at ?c))) -20) (else -1))
  (:termination (if (exists (?c) (and (home ?c) (at ?c))) success)))
"""

DETOUR = """
(define (problem detour) (:domain walk) (:objects a b c d e f g)
  (:init (at a) (home d) (swamp b) (swamp c) (next a b) (next b c) (next c d)
         (next a e) (next e f) (next f g) (next g d)))
"""

COINS = """
(define (domain coins) (:requirements :typing) (:types cell coin)
  (:predicates (at ?c - cell) (next ?a ?b - cell) (lies ?k - coin ?c - cell) (gold ?k - coin))
  (:action go :parameters (?a ?b - cell) :precondition (and (at ?a) (next ?a ?b))
    :effect (and (not (at ?a)) (at ?b)))
  (:action take :parameters (?k - coin ?c - cell) :precondition (and (at ?c) (lies ?k ?c))
    :effect (not (lies ?k ?c)))
  (:reward (sum (?k - coin ?c - cell) (if (and (gold ?k) (did (take ?k ?c))) 5)
                                      (if (did (take ?k ?c)) 1))))
"""

LINE = """
(define (problem line) (:domain coins) (:objects a b c d - cell k1 k2 k3 - coin)
  (:init (at b) (next a b) (next b a) (next b c) (next c b) (next c d) (next d c)
         (lies k1 a) (lies k2 d) (lies k3 d) (gold k2)) (:horizon {horizon}))
"""

LAMP = """
(define (domain lamp)
  (:predicates (on) (broken))
  (:action switch-on :precondition (not (on)) :effect (on))
  (:action switch-off :precondition (on) :effect (not (on)))
  (:action smash :precondition (on) :effect (broken))
  (:reward (if (did (switch-on)) {gain}) (if (did (switch-off)) {loss}) (if (did (smash)) 1))
  (:termination (if (broken) success)))
"""

DARK = "(define (problem dark) (:domain lamp) (:init))"


def _task(domain: str, problem: str) -> Task:
    return ip.parse_problem(ip.parse_domain(domain), problem)


def detour() -> Task:
    """Three steps through the swamp for -41, or four around it for -4."""
    return _task(WALK, DETOUR)


def coins(horizon: int) -> Task:
    """Coins worth 1 at a, and 6 and 1 at d; the walk begins at b."""
    return _task(COINS, LINE.format(horizon=horizon))


def lamp(gain: float, loss: float) -> Task:
    """A loop of two steps that pays gain and loss, and an end that pays 1."""
    return _task(LAMP.format(gain=gain, loss=loss), DARK)
