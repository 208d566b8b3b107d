"""Worlds written as ordinary Python functions, seen from outside: a black box that can be run."""
