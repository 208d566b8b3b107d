"""Introspection of relational tasks, as in the paper: from a reward to mutations.

    introspect     all findings about a task
    goals          the conditions that pay r_max or end with success, and mutations that lead there
    mutate         Algorithms 2 and 3: which literals must change to make a formula true or false
    mutability     which literals can still change, by the direction of effects and by reach
    reach          delete relaxation: what can be reached if nothing is ever lost
    enumeration    the mutations of a factored goal, nearest first
    stages         in which order to meet the literals of a goal

The paper's sets of mutations are products over the choices in a formula; here they stay factored
(a goal of ALL and ANY over ground literals) and are enumerated lazily.
"""
