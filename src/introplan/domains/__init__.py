"""Worlds that come with the package: seeded generators of tasks in PDDL models or in Python."""
