(define (domain broken)
  (:types block)
  (:predicates (p ?x - blok)))
