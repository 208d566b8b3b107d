(define (domain d)
  (:types a - c
          -types b - c))
