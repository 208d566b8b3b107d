"""Scores against the truth: random deterministic worlds with penalties, sums, ends and discounts.

    graph             a world as a list of its transitions, with exact numbers
    endless           loops that pay, and limits of those that do not
    discounted        values of endless episodes, by policy iteration
    truth             the best score, by value iteration over every state (Bellman 1957)
    cases             a random world with all that is known of it
    judging           an answer of a planner held against that
    conditions        random formulas with an evaluation and a printer of their own
    relational_worlds random relational worlds, with an interpreter of their own
    relational_text   those as PDDL
    python_worlds     random worlds in Python, as source text
    python_source     the statements those are made of

Nothing but `cases` and `judging` calls the package: to read a world, and to ask for answers.
"""
