(define (problem sysadmin-1) (:domain sysadmin)
  (:objects c0 c1 c2 c3 - computer)
  (:init (running c1) (running c3) (cable c0 c1) (cable c2 c3) (cable c3 c0))
  (:horizon 6))
