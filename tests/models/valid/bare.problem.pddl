(define (problem nothing) (:goal (and)))
