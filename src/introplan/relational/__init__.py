"""The relational language: formulas, states, actions, decision lists, and how they are evaluated.

`formula.py` and `domain.py` have the nouns, `query.py` evaluates formulas by joins, `grounding.py`
turns them into factored goals, `precedence.py` orders goals, `simulator.py` steps through a task.
"""
