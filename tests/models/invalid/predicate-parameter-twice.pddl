(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x ?y ?x))
)
