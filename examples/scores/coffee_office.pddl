; Coffee for the office, with a reward machine: what pays depends on what was done before.

(define (domain coffee-office)
  (:requirements :strips :typing)
  (:types place)
  (:predicates
    (at ?p - place)
    (next ?a ?b - place)
    (coffee ?p - place)
    (mail ?p - place)
    (office ?p - place)
    (plant ?p - place))

  (:action go
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a))))

  (:machine errand
    (:states idle with-coffee with-both served)
    (:initial idle)
    (from idle to with-coffee :when (exists (?p - place) (and (at ?p) (coffee ?p))) :reward 1)
    (from with-coffee to with-both :when (exists (?p - place) (and (at ?p) (mail ?p))) :reward 2)
    (from with-coffee to served :when (exists (?p - place) (and (at ?p) (office ?p))) :reward 3)
    (from with-both to served :when (exists (?p - place) (and (at ?p) (office ?p))) :reward 10))

  (:reward (else -0.5))

  (:termination
    (if (exists (?p - place) (and (at ?p) (plant ?p))) failure)
    (if (state errand served) success)))
