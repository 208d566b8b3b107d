(define (domain roads)
  (:requirements :typing :action-costs)
  (:types place)
  (:predicates (at ?p - place) (road ?a ?b - place))
  (:functions (total-cost) - number
              (distance ?a ?b - place) (toll ?a - place) - number
              (fuel))
  (:action drive
    :parameters (?a ?b - place)
    :precondition (and (at ?a) (road ?a ?b))
    :effect (and (at ?b) (not (at ?a))
                 (increase (total-cost) (distance ?a ?b))
                 (increase (total-cost) 2.5)))
  (:action rest
    :effect (increase (total-cost) 1)))
