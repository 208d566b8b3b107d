; Triangle tireworld (after the probabilistic track of the planning competitions): a flat tyre can
; only be changed where there is a spare one. The short way has none, the way around has many.
(define (domain triangle-tireworld)
  (:requirements :typing :strips :equality :probabilistic-effects)
  (:types location)
  (:predicates
    (vehicle-at ?l - location)
    (spare-in ?l - location)
    (road ?from ?to - location)
    (not-flat))
  (:action move-car
    :parameters (?from ?to - location)
    :precondition (and (vehicle-at ?from) (road ?from ?to) (not-flat))
    :effect (and (vehicle-at ?to) (not (vehicle-at ?from))
                 (probabilistic 0.5 (not (not-flat)))))
  (:action change-tire
    :parameters (?l - location)
    :precondition (and (spare-in ?l) (vehicle-at ?l))
    :effect (and (not (spare-in ?l)) (not-flat))))
