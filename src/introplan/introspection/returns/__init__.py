"""Returns: bounds on the score that an episode of a Python world can still collect.

The *return* of a state is the (discounted) sum of rewards from there to the end of the episode
(Sutton & Barto 2018). Everything here is an upper bound on the largest return, read off operators,
payments and endings, and so admissible for branch and bound and for A*:

    cases           paths through transition, reward and terminal together: what a step can do
    step_sums       closed forms: the largest rewards, the number of moves, distances, gaps
    wishes          the nouns for a reward that is read as a sum of conditions with weights
    return_bounds   the smallest of all bounds that are known of a task
"""
