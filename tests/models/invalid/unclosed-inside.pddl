(define (domain broken)
  (:predicates (p ?x)
  (:action wait))
