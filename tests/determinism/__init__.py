"""The same input gives the same bytes: run after run, under every hash seed, at every address.

`everything.py` prints what the package can print about a few worlds. `runs.py` prints it again and
again: a process for each hash seed, in which each run is a child with a heap of its own, so that
objects lie at other addresses. The test compares bytes.
"""
