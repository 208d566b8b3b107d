(define (domain broken)
  (:functions (cost) (dist ?x) - number (cost) - number))
