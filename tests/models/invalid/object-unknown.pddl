(define (domain broken)
  (:constants table)
  (:predicates (p ?x))
  (:action go :precondition (p tabel)))
