(define (domain broken)
  (:constants ?a))
