"""Constraints: what is known about variables, and what follows.

    interval         boxes and interval arithmetic: bounds of numbers, truth of conditions
    propagation      what one condition excludes: bounds and arc consistency
    path_condition   all conditions of a path, propagated to a fixpoint
    entailment       satisfiability by search, entailment, conditions without redundant parts
    witnesses        states that meet given conditions
    fixed_width      whole numbers of limited size, as in numpy arrays

Answers are yes, no or unknown; unknown is always right. A small solver of our own, because the
questions are small and asked thousands of times for one program.
"""
