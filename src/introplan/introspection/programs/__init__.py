"""Reading ordinary Python: from two functions to milestones and a distance.

A user writes `transition(s, a)` and `reward(s, a, s2)`. In the paper's grid a person looked at
such functions and said "the milestone is (0, 0), the distance is Manhattan". Here the program
says it.

The way, one module after the other:

    source        a function object ─▶ the syntax tree it was compiled from
    terms, arithmetic, bounds, compiling
                  what is computed: terms over the variables of a state; what values they can have;
                  terms as Python functions
    machine       one path at a time; merge where the program only computes, fork where it does not
    values, frames, scopes, evaluation, execution, operations, access, iteration, calls,
    functions, methods, patterns, arrays
                  the meaning of Python, construct by construct; what is not known is refused
    interpreter   the door: a function and values in, all its paths out
    sampling, shapes
                  a few hundred states fix the shape of all: named simple values
    operators, splitting, sharpening
                  what each action can do, inside ranges that no action leaves
    rewards       what is paid on each operator, and when
    reading       all of this for one task, each step refused on its own; `selfcheck` compares it
                  with the real functions before anything is trusted
    potentials    admissible distances from step sizes, and when they may be added
    projections   exact distances on a few variables
    targets, gaps, counting, findings
                  the distance to r_max or to success; what a person wants to know

Three rules keep it honest. Refuse by default: what the interpreter does not know it does not
guess, and a refusal costs strength, never an answer. Guess by running, prove by symbols: ranges
come from sampled states and are kept only if every operator stays inside. Ask the model: whether
a step pays r_max is always decided by calling the user's own reward.
"""
