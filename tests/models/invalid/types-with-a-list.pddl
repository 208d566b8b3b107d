(define (domain broken)
  (:types (a b)))
