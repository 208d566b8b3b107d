(define (domain broken)
  (:predicate (p ?x)))
