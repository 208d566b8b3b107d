"""Introspection: what a reward asks for, and which changes of a state would give it."""
