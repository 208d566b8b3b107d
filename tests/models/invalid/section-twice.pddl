(define (domain broken)
  (:predicates (p ?x))
  (:predicates (q ?x)))
