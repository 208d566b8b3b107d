(define (domain tower)
  (:requirements :adl :derived-predicates)
  (:types block)
  (:predicates (on ?x ?y - block) (above ?x ?y - block) (clear ?x - block))
  (:derived-predicates (stuck) (low ?x - block))   ; some benchmarks list these apart
  (:derived (above ?x ?y - block)
    (or (on ?x ?y) (exists (?z - block) (and (on ?x ?z) (above ?z ?y)))))
  (:derived (clear ?x - block) (not (exists (?y - block) (above ?y ?x))))
  (:derived (stuck) (forall (?x - block) (not (clear ?x))))
  (:derived (low ?x) (not (exists (?y) (on ?x ?y))))   ; ?x is a block: its predicate says so
  (:action unstack
    :parameters (?x ?y - block)
    :precondition (and (clear ?x) (on ?x ?y) (not (stuck)))
    :effect (not (on ?x ?y))))
