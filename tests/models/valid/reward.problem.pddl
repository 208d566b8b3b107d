(define (problem two-bins) (:domain bins)
  (:objects i1 i2 - item d1 d2 - bin)
  (:init (open d1) (open d2) (in-bin i1 d1) (in-bin i2 d1) (empty-hand))
  (:horizon 20))
