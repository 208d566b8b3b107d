; Drawers: every item belongs into the drawer that bears its label; in the end all drawers are
; to be closed.
;
; Items start in any drawer or on the shelf, the drawers are closed, and one hand carries one
; item at a time. (The basics of the language are explained in blocks-world.pddl.)

(define (domain drawers)
  (:requirements :strips :typing :negative-preconditions)
  (:types item drawer label)
  (:predicates
    ; No action changes the labels: such literals are called static, and the planner uses them
    ; to see at once which drawer an item belongs into.
    (item-label ?i - item ?l - label)
    (drawer-label ?d - drawer ?l - label)
    (in-drawer ?i - item ?d - drawer)
    (on-shelf ?i - item)
    (holding ?i - item)
    (hand-empty)
    (open ?d - drawer))       ; a drawer that is not open is closed

  ; A precondition may ask for something to be false.
  (:action open-drawer
    :parameters (?d - drawer)
    :precondition (not (open ?d))
    :effect (open ?d))

  (:action close-drawer
    :parameters (?d - drawer)
    :precondition (open ?d)
    :effect (not (open ?d)))

  (:action take-from-drawer
    :parameters (?i - item ?d - drawer)
    :precondition (and (open ?d) (in-drawer ?i ?d) (hand-empty))
    :effect (and (holding ?i)
                 (not (in-drawer ?i ?d)) (not (hand-empty))))

  (:action take-from-shelf
    :parameters (?i - item)
    :precondition (and (on-shelf ?i) (hand-empty))
    :effect (and (holding ?i)
                 (not (on-shelf ?i)) (not (hand-empty))))

  (:action put-in-drawer
    :parameters (?i - item ?d - drawer)
    :precondition (and (open ?d) (holding ?i))
    :effect (and (in-drawer ?i ?d) (hand-empty)
                 (not (holding ?i))))

  (:action put-on-shelf
    :parameters (?i - item)
    :precondition (holding ?i)
    :effect (and (on-shelf ?i) (hand-empty)
                 (not (holding ?i))))

  ; `(imply a b)` is true unless a is true and b is false. Only one state pays.
  (:reward
    (if (and (forall (?i - item ?d - drawer ?l - label)
               (imply (and (item-label ?i ?l) (drawer-label ?d ?l))
                      (in-drawer ?i ?d)))
             (forall (?d - drawer) (not (open ?d))))
        1)
    (else 0))

  (:termination
    (if (and (forall (?i - item ?d - drawer ?l - label)
               (imply (and (item-label ?i ?l) (drawer-label ?d ?l))
                      (in-drawer ?i ?d)))
             (forall (?d - drawer) (not (open ?d))))
        success)
    (else continue)))
