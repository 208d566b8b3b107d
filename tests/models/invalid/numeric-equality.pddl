(define (domain broken)
  (:functions (fuel))
  (:action go :precondition (= (fuel) 1 2)))
