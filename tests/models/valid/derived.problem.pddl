(define (problem three) (:domain tower)
  (:objects a b c - block)
  (:init (on a b) (on b c))
  (:goal (clear c)))
