(define (domain broken)
  (:functions (fuel))
  (:action go :precondition (>= (fuell) 1)))
