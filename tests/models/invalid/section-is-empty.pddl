(define (domain broken)
  ())
