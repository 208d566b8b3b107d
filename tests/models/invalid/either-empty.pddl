(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (q ?x ?y - t) (r))
  (:action a :parameters (?x - (either))))
