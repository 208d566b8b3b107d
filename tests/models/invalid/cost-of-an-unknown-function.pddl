(define (domain broken)
  (:functions (distance ?x ?y))
  (:action go :parameters (?x) :effect (increase (total-cost) (distanse ?x ?x))))
