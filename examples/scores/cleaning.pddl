; Rooms to be cleaned in eight moves. Each step pays 1 for every clean room and costs 2 for every guest in a dirty one: sums.

(define (domain cleaning)
  (:requirements :strips :typing :negative-preconditions)
  (:types room)
  (:predicates
    (at ?r - room)
    (door ?a ?b - room)
    (clean ?r - room)
    (guest ?r - room))

  (:action go
    :parameters (?a ?b - room)
    :precondition (and (at ?a) (door ?a ?b))
    :effect (and (at ?b) (not (at ?a))))

  (:action clean-up
    :parameters (?r - room)
    :precondition (and (at ?r) (not (clean ?r)))
    :effect (clean ?r))

  (:reward
    (sum (?r - room) (if (clean ?r) 1))
    (sum (?r - room) (if (and (guest ?r) (not (clean ?r))) -2))))
