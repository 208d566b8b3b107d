(define (domain broken)
  (:types a - b b - c
          c - a))
