"""Milestones as plain classical planning problems, for any planner and validator there is.

`milestone.py` says how; `regression.py` is what it needs to speak of a transition in the words of
the state before; `export.py` writes files.
"""
