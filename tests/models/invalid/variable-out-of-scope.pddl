(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (q ?x ?y - t) (r))
  (:action go :precondition (and (exists (?x) (p ?x)) (p ?x))))
