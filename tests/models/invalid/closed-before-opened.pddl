) (define (domain broken))
