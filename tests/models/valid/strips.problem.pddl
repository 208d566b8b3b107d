(define (problem gripper-1)
  (:domain gripper)
  (:objects rooma roomb ball1 left)
  (:init (room rooma) (room roomb) (ball ball1) (gripper left) (at-robby rooma) (free left)
         (at ball1 rooma) (at ball1 rooma))   ; a fact twice is a fact
  (:goal (and (carry ball1 left))))
