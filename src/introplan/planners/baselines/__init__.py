"""The planners that the paper compares with. They see a black box, `mdp.Model`, and no more.

Each is a function of a `Search`: the episode, a meter for its limits, a random generator, and the
best episode so far, which is there when a limit strikes. All count alike: a node is *expanded*
when the model is asked what can happen next at it, once per node. A planner that does not remember
states may meet the same state in several nodes; the steps of a random roll-out are nodes, too.
"""
