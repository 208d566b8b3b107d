(define (problem wolf-goat-cabbage-1) (:domain wolf-goat-cabbage)
  (:objects left right - bank wolf goat cabbage - thing)
  (:init (boat left) (on wolf left) (on goat left) (on cabbage left)
    (eats wolf goat) (eats goat cabbage) (other left right) (other right left) (far right)))
