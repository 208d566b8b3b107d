(define (problem n) (:domain nested)
  (:objects a b - t c - s)
  (:init (p a) (= (total-cost) 7))
  (:goal (exists (?x ?y) (and (q ?x ?y) (forall (?x - t) (or (p ?x) (exists (?x - s) (p ?x))))))))
