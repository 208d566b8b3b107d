(define (domain)
  (:predicates (p ?x)))
