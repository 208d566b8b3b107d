; A kitchen in the middle; the guest sleeps behind the hall.

(define (problem cleaning-4)
  (:domain cleaning)
  (:objects kitchen hall guestroom bath - room)
  (:init
    (at kitchen) (guest guestroom) (clean hall)
    (door kitchen hall) (door hall kitchen)
    (door hall guestroom) (door guestroom hall)
    (door kitchen bath) (door bath kitchen))
  (:horizon 8))
