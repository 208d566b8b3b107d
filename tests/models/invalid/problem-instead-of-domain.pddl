(define (problem p) (:domain broken) (:init) (:goal (and)))
