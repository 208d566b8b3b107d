(define (domain line-ends)
  ; caf�: old comments are not UTF-8
  (:predicates (café ?x))
  (:action make :parameters (?x) :effect (café ?x)))
