"""A van on toll roads: the way with the fewest roads is seldom the cheapest."""

from __future__ import annotations

import random

import introplan as ip

DOMAIN = """
(define (domain roads)
  (:requirements :strips :typing :action-costs)
  (:types place parcel)
  (:predicates (van ?x - place) (at ?p - parcel ?x - place) (loaded ?p - parcel)
               (road ?x ?y - place))
  (:functions (toll ?x ?y - place) - number (total-cost) - number)
  (:action drive :parameters (?x ?y - place)
    :precondition (and (van ?x) (road ?x ?y))
    :effect (and (van ?y) (not (van ?x)) (increase (total-cost) (toll ?x ?y))))
  (:action load :parameters (?p - parcel ?x - place)
    :precondition (and (van ?x) (at ?p ?x))
    :effect (and (loaded ?p) (not (at ?p ?x)) (increase (total-cost) 2)))
  (:action throw :parameters (?p - parcel ?x ?y - place)
    :precondition (and (loaded ?p) (van ?x) (road ?x ?y))
    :effect (and (at ?p ?y) (not (loaded ?p)) (increase (total-cost) 7)))
  (:action unload :parameters (?p - parcel ?x - place)
    :precondition (and (loaded ?p) (van ?x))
    :effect (and (at ?p ?x) (not (loaded ?p)) (increase (total-cost) 0))))
"""


def roads(seed: int) -> ip.Task:
    """Four to seven places, one to three parcels; now and then there is no way."""
    rng = random.Random(seed)
    places = [f"x{i}" for i in range(rng.randint(4, 7))]
    parcels = [f"p{i}" for i in range(rng.randint(1, 3))]
    pairs = [(a, b) for a in places for b in places if a != b and rng.random() < 0.45]
    lines = [f"(road {a} {b}) (= (toll {a} {b}) {rng.randint(0, 9)})" for a, b in pairs]
    starts = [f"(at {p} {rng.choice(places)})" for p in parcels]
    goals = [f"(at {p} {rng.choice(places)})" for p in parcels]
    text = f"""
      (define (problem roads-{seed}) (:domain roads)
        (:objects {" ".join(places)} - place {" ".join(parcels)} - parcel)
        (:init (= (total-cost) 0) (van {rng.choice(places)}) {" ".join([*starts, *lines])})
        (:goal (and {" ".join(goals)})) (:metric minimize (total-cost)))
    """
    return ip.parse_problem(ip.parse_domain(DOMAIN), text)
