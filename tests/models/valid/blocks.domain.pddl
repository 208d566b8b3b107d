; The domain of the broken problem files in ../invalid.
(define (domain blocks)
  (:requirements :adl :typing :action-costs :derived-predicates)
  (:types block table - thing)
  (:constants floor - table)
  (:predicates (on ?x - block ?y - thing) (clear ?x - thing) (above ?x - block ?y - thing))
  (:functions (total-cost) (weight ?x - block) - number)
  (:derived (above ?x - block ?y - thing)
    (or (on ?x ?y) (exists (?z - block) (and (on ?x ?z) (above ?z ?y)))))
  (:action move
    :parameters (?x - block ?from ?to - thing)
    :precondition (and (clear ?x) (clear ?to) (on ?x ?from) (not (= ?x ?to)))
    :effect (and (on ?x ?to) (clear ?from) (not (on ?x ?from)) (not (clear ?to)) (clear floor)
                 (increase (total-cost) (weight ?x)))))
