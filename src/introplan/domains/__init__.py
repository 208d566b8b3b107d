"""Worlds that come with the package: a model in PDDL and a seeded generator of tasks each."""
