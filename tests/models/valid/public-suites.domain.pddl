; What files of public suites do, and other readers take.
(define (domain public-suites)
  (:predicates (in ?obj ?obj) (aircraft?a) (at?x?y) (city ?c))
  (:functions (far ?c ?c ?c-2) (total-cost))
  (:action board
    :parameters (?p ?a)
    :precondition (and (aircraft?a) (not (in ?p ?a)) (exists(?c)(at?a ?c)))
    :effect (and (in?p ?a) (increase (total-cost) 1))))
