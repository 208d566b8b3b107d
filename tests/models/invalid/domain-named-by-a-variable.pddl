(define (domain ?x))
