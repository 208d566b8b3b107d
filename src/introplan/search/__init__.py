"""Search on relational tasks: greedy best-first search, h_FF, A*, action elimination.

`requests.py` is the interface that planners use. The Python modules specify the searches;
`native/` is the one door to their C++ twins in `native/` of the repository.
"""
