(define (domain broken)
  (:constants a :predicates))
