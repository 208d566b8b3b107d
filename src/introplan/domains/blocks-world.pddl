; Blocks-world: unstack every tower, with one hand.
;
; A line that starts with a semicolon is a comment. A domain file tells the rules of a world:
; what there is, what can be true, what can be done, and what is rewarded. Which blocks there
; are and how they stand at the start is told by a problem file (`introplan generate` writes
; such files). Nowhere is a goal written down: the planner reads it off the reward.

(define (domain blocks-world)
  (:requirements :strips :typing)

  ; The kinds of objects.
  (:types block)

  ; What can be true of them. Words with a question mark stand for objects; everything that is
  ; not stated to be true is false.
  (:predicates
    (on-table ?x - block)
    (on ?x ?y - block)        ; ?x stands directly on ?y
    (clear ?x - block)        ; nothing stands on ?x, and it is not in the hand
    (hand-empty)
    (holding ?x - block))

  ; What can be done. An action is possible whenever its precondition is true. Then its effect
  ; happens: literals under `not` become false, the others become true, all else stays.

  ; Pick a block off the table into the hand.
  (:action pick
    :parameters (?x - block)
    :precondition (and (on-table ?x) (clear ?x) (hand-empty))
    :effect (and (holding ?x)
                 (not (on-table ?x)) (not (clear ?x)) (not (hand-empty))))

  ; Place the block in the hand onto the table.
  (:action place
    :parameters (?x - block)
    :precondition (holding ?x)
    :effect (and (on-table ?x) (clear ?x) (hand-empty)
                 (not (holding ?x))))

  ; Put the block in the hand onto another one.
  (:action stack
    :parameters (?x ?y - block)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (on ?x ?y) (clear ?x) (hand-empty)
                 (not (holding ?x)) (not (clear ?y))))

  ; Take a block off another one into the hand.
  (:action unstack
    :parameters (?x ?y - block)
    :precondition (and (on ?x ?y) (clear ?x) (hand-empty))
    :effect (and (holding ?x) (clear ?y)
                 (not (on ?x ?y)) (not (clear ?x)) (not (hand-empty))))

  ; What an action is paid, judged in the state after it: the first row whose condition is true
  ; counts. Here: 1 once all blocks stand on the table.
  (:reward
    (if (forall (?x - block) (on-table ?x)) 1)
    (else 0))

  ; When the episode is over: `success`, `failure`, or `continue`.
  (:termination
    (if (forall (?x - block) (on-table ?x)) success)
    (else continue)))
