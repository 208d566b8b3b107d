(define (domain bare)
  (:action wait)
  (:reward (else 0))
  (:termination (if (and) success)))
