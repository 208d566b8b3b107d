"""Introspection: what a reward asks for, and which changes of a state would give it.

    findings.py    the nouns that both kinds of world share: r_max, milestone conditions, reports
    relational/    PDDL and other relational tasks: mutations (the paper's Algorithms 2 and 3)
    programs/      worlds in Python: operators, payments and r_max, read by symbolic execution
    heuristics/    distances for worlds in Python: step bounds, pattern databases, their sums

Nothing in here searches: a finding holds for all states, before the first node is expanded.
"""
