(define (domain blocks))
