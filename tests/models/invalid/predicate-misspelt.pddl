(define (domain broken)
  (:types t u - s)
  (:predicates (p ?x) (clear ?x))
  (:action go :parameters (?x) :precondition (claer ?x)))
