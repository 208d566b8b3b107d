"""Heuristics of worlds in Python: admissible distances, derived from operators and ranges.

(Those of relational tasks are beside their searches: `search/ff_heuristic.py`,
`search/goal_counters.py` and, for A*, `search/costs.py`.)

A target is what pays r_max, or what ends an episode with success. Every distance here is a term
over the variables of a state, so it can be shown, compiled and combined:

    step_bounds        how many steps of the largest size a number is away
    transport          how far values have to travel from place to place
    tokens             the same for things without names, such as boxes in a set of cells
    pattern_database   exact distances on a few variables
    additive           sums and maxima of these, as strong as the time allows
    goal_counting      the number of unmet conditions: no bound, but a cheap order

Each but the last keeps with it by how much every operator can lower it. That is what makes a sum
of several admissible, and it is checked, not assumed.
"""
