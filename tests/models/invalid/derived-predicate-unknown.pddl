(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (q ?x ?y - t) (r))
  (:derived (s ?x) (p ?x)))
