(define (domain broken)
  (:types t u - s)
  (:predicates (?x p))
)
