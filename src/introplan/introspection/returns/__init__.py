"""Returns: bounds on the score that an episode of a Python world can still collect.

The *return* of a state is the (discounted) sum of rewards from there to the end of the episode
(Sutton & Barto 2018). Everything here is an upper bound on the largest return, read off operators,
payments and endings, and so admissible for branch and bound and for A*:

    cases               paths through transition, reward and terminal together
    step_sums           the largest rewards, the number of moves, distances and gaps
    step_sums_reader    reads them off a model
    relaxed_terms       terms that forget variables and are never smaller
    value_graph         projections on a few variables, with the largest rewards
    horizon_values      their largest returns over a number of moves: backward induction
    endless_values      the same without a horizon: longest paths, value iteration
    value_table         pattern databases whose entries are returns
    wishes              the nouns for a reward that is read as a sum of conditions with weights
    reward_terms        a reward that is a sum, split into terms
    patterns            which variables a table keeps
    table_sums          one table for each group of terms, added up
    grown_tables        one table for all terms, on as many variables as there is room for
    resource_prices     sums of tables at prices of what is used up
    return_bounds       the smallest of all bounds that are known of a task
"""
