(define (problem thermostat-1) (:domain thermostat)
  (:init (= (degrees) 16))
  (:horizon 10))
