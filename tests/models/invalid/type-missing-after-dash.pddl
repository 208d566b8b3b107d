(define (domain broken)
  (:types a -))
