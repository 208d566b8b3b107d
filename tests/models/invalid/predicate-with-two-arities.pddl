(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (p ?x ?y))
)
