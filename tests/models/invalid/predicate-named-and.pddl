(define (domain broken)
  (:types t u - s)
  (:predicates (and ?x))
)
