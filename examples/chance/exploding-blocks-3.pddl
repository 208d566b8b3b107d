; A tower is rebuilt. Its first two blocks have to be put onto the table, and in two of five cases
; the first one destroys it: then there is no place for the second.
(define (problem exploding-blocks-3)
  (:domain exploding-blocksworld)
  (:objects b1 b2 b3 - block)
  (:init (emptyhand) (on b1 b2) (on b2 b3) (on-table b3) (clear b1)
    (no-destroyed-table)
    (no-detonated b1) (no-detonated b2) (no-detonated b3)
    (no-destroyed b1) (no-destroyed b2) (no-destroyed b3))
  (:goal (and (on b3 b1) (on b1 b2))))
