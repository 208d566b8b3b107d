(define (domain broken)
  (:types t u - s)
  (:predicates p (q))
)
