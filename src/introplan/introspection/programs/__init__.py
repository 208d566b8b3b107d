"""Reading ordinary Python: from two functions to milestones and a distance.

A user writes `transition(s, a)` and `reward(s, a, s2)`. In the paper's grid a person looked at
such functions and said "the milestone is (0, 0), the distance is Manhattan". Here the program
says it.

The way, one module after the other:

    source        a function object ─▶ the syntax tree it was compiled from
    terms, arithmetic, substitution, compiling
                  what is computed: terms over the variables of a state; terms as Python functions
    bounds, knowledge
                  what values terms can have, in a box and under what is known on a path
    machine, branches, assuming
                  one path at a time; merge where the program only computes, fork where it does not
    values, streams, frames, scopes, closures, dispatch, evaluation, applying, comprehensions,
    execution, assigning, updating, patterns
                  the meaning of Python: expressions and statements
    operations, comparing, truth, sets, tabulating, building, access, attributes, own_methods,
    keys, membership, iteration, quantifying, calls, functions, conversions, objects, methods,
    set_methods, arrays, cells
                  ... and what operators, parts and built-in functions do; the rest is refused
    interpreter   the door: a function and values in, all its paths out
    budget        how much all this may cost
    sampling, shapes, states
                  a few hundred states fix the shape of all: named simple values
    operators, splitting, sharpening, invariants
                  what each action can do, inside ranges that no action leaves
    rewards       what is paid on each operator, and when
    reading       all of this for one task, each step refused on its own
    selfcheck, witnesses
                  ... and compared with the real functions before anything is trusted, also on
                  states that were made up for every way through them
    answers, maximum
                  the largest reward, and how sure that is
    potentials    admissible distances from step sizes, and when they may be added
    transport     distances of values that travel from place to place
    projections   exact distances on a few variables
    targets, gaps, counting, findings, wording, naming, vocabulary, misfits, places
                  the distance to r_max or to success; what a person wants to know

Three rules keep it honest. Refuse by default: what the interpreter does not know it does not
guess, and a refusal costs strength, never an answer. Guess by running, prove by symbols: ranges
come from sampled states and are kept only if every operator stays inside. Ask the model: whether
a step pays r_max is always decided by calling the user's own reward.
"""
