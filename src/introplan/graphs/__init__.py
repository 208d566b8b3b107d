"""Algorithms on graphs of numbered states, in flat arrays: compressed sparse rows.

The edges of state n are `first[n]` to `first[n + 1]`; `targets` says where each leads, a number
below 0 for an end. Nothing here knows what a state is, so search and introspection both use it:

    components        strongly connected components (Tarjan 1972)
    shortest_path     the fewest edges to an end
    longest_paths     the largest sums on ways to ends, and loops that pay
    zero_loops        loops in which an episode can go on for nothing
    policy_iteration  the largest discounted sums of endless episodes
    weights           rewards as whole numbers, in which a step costs a little

Under chance a state has choices, and a choice several edges with probabilities:

    decisions          the arrays, and sweeps over them: what the native ones mean
    decision_stages    backward induction over a horizon
    end_components     where an episode can go on without end
    endless_decisions  values without a horizon, with sound bounds
"""
