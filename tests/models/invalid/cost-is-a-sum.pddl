(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (q ?x ?y - t) (r))
  (:action go :effect (increase (total-cost) (/ 1 2 3))))
