(define (domain broken)
  (:types block)
  (:functions (below ?x) - block))
