"""Search on relational tasks: greedy best-first search, h_FF, A*, action elimination.

`requests.py` is the interface that planners use. The Python modules specify the searches;
`native/` is the one door to their C++ twins in `native/` of the repository.

The heuristics of relational tasks are here, beside the searches that use them: `goal_counters.py`
(unmet literals), `ff_heuristic.py` (h_FF) and `costs.py` (`AdmissibleHeuristic`, for A*). Those of
worlds in Python are terms that introspection derives: `introspection/heuristics/`.
"""
