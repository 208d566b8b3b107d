; The paper's example (appendix D) for the shipped domain `bins`:
;   introplan plan bins examples/two-bins.pddl

(define (problem two-bins)
  (:domain bins)
  (:objects i1 i2 - item d1 d2 - bin)
  (:init (in-bin i1 d1) (in-bin i2 d2) (open d1) (open d2)))
