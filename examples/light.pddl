; A house to be lit: the reward is all that says what this world is about.

(define (domain light)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions)
  (:types room)
  (:predicates
    (at ?r - room)
    (door ?a ?b - room)
    (lit ?r - room))

  (:action go
    :parameters (?a ?b - room)
    :precondition (and (at ?a) (or (door ?a ?b) (door ?b ?a)))
    :effect (and (at ?b) (not (at ?a))))

  (:action switch-on
    :parameters (?r - room)
    :precondition (and (at ?r) (not (lit ?r)))
    :effect (lit ?r))

  ; Ten once every room is lit, and each step until then costs one.
  (:reward
    (if (forall (?r - room) (lit ?r)) 10)
    (else -1)))
