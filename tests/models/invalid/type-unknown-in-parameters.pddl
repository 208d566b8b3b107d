(define (domain broken)
  (:types block)
  (:action a :parameters (?x - bloc)))
