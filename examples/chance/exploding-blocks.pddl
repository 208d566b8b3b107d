; Exploding blocks world (after the probabilistic track of the planning competitions): a block may
; explode when it is put down, once, and destroy what is below it.
(define (domain exploding-blocksworld)
  (:requirements :typing :conditional-effects :probabilistic-effects :equality
                 :disjunctive-preconditions :negative-preconditions)
  (:types block)
  (:predicates
    (on ?b1 ?b2 - block) (on-table ?b - block) (clear ?b - block) (holding ?b - block)
    (emptyhand) (no-detonated ?b - block) (no-destroyed ?b - block) (no-destroyed-table))
  (:action pick-up
    :parameters (?b1 ?b2 - block)
    :precondition (and (emptyhand) (clear ?b1) (on ?b1 ?b2) (no-destroyed ?b1))
    :effect (and (holding ?b1) (clear ?b2) (not (emptyhand)) (not (on ?b1 ?b2))))
  (:action pick-up-from-table
    :parameters (?b - block)
    :precondition (and (emptyhand) (clear ?b) (on-table ?b) (no-destroyed ?b))
    :effect (and (holding ?b) (not (emptyhand)) (not (on-table ?b))))
  (:action put-down
    :parameters (?b - block)
    :precondition (and (holding ?b) (no-destroyed-table))
    :effect (and (emptyhand) (on-table ?b) (not (holding ?b))
      (when (no-detonated ?b)
        (probabilistic 2/5 (and (not (no-destroyed-table)) (not (no-detonated ?b)))))))
  (:action put-on-block
    :parameters (?b1 ?b2 - block)
    :precondition (and (holding ?b1) (clear ?b2) (no-destroyed ?b2) (not (= ?b1 ?b2)))
    :effect (and (emptyhand) (on ?b1 ?b2) (not (holding ?b1)) (not (clear ?b2))
      (when (no-detonated ?b1)
        (probabilistic 1/10 (and (not (no-destroyed ?b2)) (not (no-detonated ?b1))))))))
