(define (domain treasure)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (silver ?p - place) (gold ?p - place))
  (:action left :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?b ?a)) :effect (and (at ?b) (not (at ?a))))
  (:action right :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b)) :effect (and (at ?b) (not (at ?a))))
  (:reward
    (if (exists (?p - place) (and (at ?p) (silver ?p))) 5)
    (if (exists (?p - place) (and (at ?p) (gold ?p))) 8))
  (:termination
    (if (exists (?p - place) (and (at ?p) (or (silver ?p) (gold ?p)))) success)))
