"""The relational language: formulas, states, actions, decision lists, and how they are evaluated.

`formula.py`, `numbers.py`, `rewards.py` and `domain.py` have the nouns, `query.py` evaluates
formulas by joins, `grounding.py` turns them into factored goals, `precedence.py` orders goals,
`simulator.py` steps through a task. `purpose.py` says what a task is for, `aims.py` what to aim
for where its reward is a sum; `machines.py` compiles reward machines into a domain.
"""
