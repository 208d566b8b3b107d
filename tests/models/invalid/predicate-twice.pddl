(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (q) (p ?y))
)
