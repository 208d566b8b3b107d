(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (clear ?x))
  (:action go :precondition (rr)))
