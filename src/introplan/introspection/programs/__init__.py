"""Introspection of worlds in Python: from two functions to milestones and a distance.

A user writes `transition(s, a)` and `reward(s, a, s2)`. In the paper's grid a person looked at
such functions and said "the milestone is (0, 0), the distance is Manhattan". Here the program is
read for it, by symbolic execution (`introplan.symbolic`) and abstract interpretation:

    sample, shape, states
                  a few hundred states fix the shape of all: named variables with simple values
    operators     what each action can do: a guard and effects for each path of the transition
    operator      the noun, sharpened by what its equalities imply
    widening      ranges of the variables that no operator leaves: widen, narrow, thresholds
    invariants    parts of a state that never coincide
    rewards       what is paid on each operator, and under which further condition
    reading       all of this for one task; each step may be refused on its own
    selfcheck     ... and is compared with the real functions before anything is trusted
    sums          a reward taken apart into addends
    peaks         the most that a sum can be
    r_max         the largest reward, and how certain that is
    possible_answers  the numbers that a reward names, where no more is understood
    ends          on which paths an episode is over, how, and what that pays
    targets       what to aim for: r_max, the best ends, or named success
    wishes        the reward as conditions with weights
    words         all of this as texts
    finder        findings: r_max, milestone conditions, a distance, words
    diagnostics   what was not understood, with file and line

Three rules keep it honest. Refuse by default: what the interpreter does not know it does not
guess, and a refusal costs strength, never an answer. Guess by running, prove by symbols: ranges
come from sampled states and are kept only if every operator stays inside. Ask the model: whether
a step pays r_max is always decided by calling the user's own reward.
"""
