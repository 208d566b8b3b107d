(define (domain broken)
  (:predicates (p ?x))))
