(define (domain (broken)))
