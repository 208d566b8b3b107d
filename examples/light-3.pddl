(define (problem light-3)
  (:domain light)
  (:objects hall kitchen cellar - room)
  (:init (at hall) (door hall kitchen) (door kitchen cellar)))
