; The short way leads through a swamp: a step costs 1, a step into the swamp 20.

(define (domain swamp)
  (:requirements :strips :typing)
  (:types place)
  (:predicates
    (at ?p - place)
    (next ?a ?b - place)
    (swampy ?p - place)
    (home ?p - place))

  (:action go
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a))))

  (:reward
    (if (exists (?p - place) (and (at ?p) (swampy ?p))) -20)
    (else -1))

  (:termination
    (if (exists (?p - place) (and (at ?p) (home ?p))) success)))
