(define (domain broken)
  (:types a - a))
