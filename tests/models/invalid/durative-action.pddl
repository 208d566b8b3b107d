(define (domain broken)
  (:durative-action fly :duration (= ?duration 3)))
