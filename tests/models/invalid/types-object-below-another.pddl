(define (domain broken)
  (:types object - thing))
