(define (domain broken)
  (:functions (fuel))
  (:action go :effect (decrease (total-cost) 1)))
