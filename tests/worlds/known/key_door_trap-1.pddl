(define (problem key-door-trap-1) (:domain key-door-trap)
  (:objects p0 p1 p2 p3 p4 p5 - place)
  (:init (at p1) (trap p0) (key-at p3) (locked p4) (vault p5)
    (next p0 p1) (next p1 p2) (next p2 p3) (next p3 p4) (next p4 p5)))
