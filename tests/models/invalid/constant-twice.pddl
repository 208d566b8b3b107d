(define (domain broken)
  (:constants a b a))
