"""Factored worlds: variables that change each by an expression of its own, and a reward likewise.

A dynamic Bayesian network with actions. What RDDL describes is such a world, and so is a ground
relational task with chance. Unlike a list of outcomes, whose number is exponential in the number
of variables that draw, a factored world can be sampled, bounded and projected variable by
variable: the same expressions are read over numbers, marginals and intervals.

`expressions` has the nodes, `model` the world they make.
"""
