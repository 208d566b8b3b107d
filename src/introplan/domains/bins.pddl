; Bins: take all items out of all bins, and close each bin when it is empty.
;
; A closed bin never opens again. It is possible to close a bin with something in it, but then
; the episode can no longer succeed; and putting an item back into a bin is never of use. The
; planner has to find out both. (The basics of the language are explained in blocks-world.pddl.)

(define (domain bins)
  (:requirements :strips :typing)
  (:types item bin)
  (:predicates
    (on-shelf ?i - item)
    (in-bin ?i - item ?b - bin)
    (open ?b - bin))

  ; Close a bin.
  (:action close-bin
    :parameters (?b - bin)
    :precondition (open ?b)
    :effect (not (open ?b)))

  ; Take an item from a bin and place it on the shelf.
  (:action pick
    :parameters (?i - item ?b - bin)
    :precondition (and (open ?b) (in-bin ?i ?b))
    :effect (and (on-shelf ?i) (not (in-bin ?i ?b))))

  ; Take an item from the shelf and place it in a bin.
  (:action put
    :parameters (?i - item ?b - bin)
    :precondition (and (open ?b) (on-shelf ?i))
    :effect (and (in-bin ?i ?b) (not (on-shelf ?i))))

  ; A reward may speak of the whole step. `(did (close-bin ?b))` is true if that was the action
  ; just taken, and a literal under `before` is read in the state in which it was taken. So this
  ; pays 1 for every closing of an empty bin, and it can be earned once for each bin.
  (:reward
    (if (exists (?b - bin)
          (and (did (close-bin ?b))
               (not (exists (?i - item) (before (in-bin ?i ?b))))))
        1)
    (else 0))

  ; Literals without `before` are read in the state after the action.
  (:termination
    (if (forall (?b - bin)
          (and (not (open ?b))
               (not (exists (?i - item) (in-bin ?i ?b)))))
        success)
    (else continue)))
