(define (domain broken)
  (:functions (fuel))
  (:action go :effect (decrease (fuel) fuel)))
