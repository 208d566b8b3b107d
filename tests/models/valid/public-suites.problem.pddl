(define (problem one) (:domain Public-Suites)
  (:objects plane person city1)
  (:init (aircraft plane) (at plane city1) (city city1) (= (far city1 city1 city1) 0))
  (:goal (in person plane)))
