"""Worlds in RDDL: those of the competitions, as rddlrepository has them."""
