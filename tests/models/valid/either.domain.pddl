(define (domain yard)
  (:requirements :typing)
  (:types crate pallet truck hoist - object
          surface - (either crate pallet))
  (:constants depot0 - (either pallet truck))
  (:predicates (on ?c - crate ?s - (either crate pallet truck)) (idle ?h - hoist))
  (:action lift
    :parameters (?h - hoist ?c - crate ?s - (either crate pallet))
    :precondition (and (idle ?h) (on ?c ?s)
                       (forall (?z - (either truck pallet) ?y - crate) (not (on ?y ?z))))
    :effect (and (not (on ?c ?s)) (not (idle ?h)))))
