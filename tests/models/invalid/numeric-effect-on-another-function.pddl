(define (domain broken)
  (:functions (fuel))
  (:action go :effect (increase (fuel) 1)))
