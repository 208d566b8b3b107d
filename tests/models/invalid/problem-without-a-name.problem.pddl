(define (problem) (:init) (:goal (and)))
