; The worked example of the paper: empty bins are paid when they are closed.
(define (domain bins)
  (:requirements :typing :negative-preconditions)
  (:types bin item)
  (:predicates (open ?b - bin) (in-bin ?i - item ?b - bin) (empty-hand) (holding ?i - item))
  (:action pick
    :parameters (?i - item ?b - bin)
    :precondition (and (in-bin ?i ?b) (open ?b) (empty-hand))
    :effect (and (holding ?i) (not (in-bin ?i ?b)) (not (empty-hand))))
  (:action close-bin
    :parameters (?b - bin)
    :precondition (open ?b)
    :effect (not (open ?b)))
  (:reward
    (if (exists (?b - bin)
          (and (did (close-bin ?b))
               (not (exists (?i - item) (before (in-bin ?i ?b))))))
        1)
    (if (exists (?i - item ?b - bin) (before (and (in-bin ?i ?b) (not (= ?i ?i)) (or))))
        -0.5)
    (if (forall (?b - bin) (imply (before (open ?b)) (did (close-bin ?b)))) 1e-3)
    (else -2))
  (:termination
    (if (forall (?b - bin) (and (not (open ?b)) (not (exists (?i - item) (in-bin ?i ?b)))))
        success)
    (if (exists (?b - bin) (and (did (close-bin ?b)) (before (not (open ?b))))) failure)
    (else continue)))
