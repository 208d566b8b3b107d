(define (domain broken)
  (:predicates (café ?x)))
