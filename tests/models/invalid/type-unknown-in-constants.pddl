(define (domain broken)
  (:types block)
  (:constants a - table))
