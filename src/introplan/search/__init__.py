"""Search on relational tasks: greedy best-first search, h_FF, A*, best scores, action elimination.

`requests.py` is the interface that planners use. The Python modules specify the searches;
`native/` is the one door to their C++ twins in `native/` of the repository.

The heuristics of relational tasks are here, beside the searches that use them: `goal_counters.py`
(unmet literals), `ff_heuristic.py` (h_FF), `costs.py` (`AdmissibleHeuristic`, for A*) and
`score_bound.py` (the most that can still be had, for `score_search.py`). Those of worlds in Python
are terms that introspection derives: `introspection/heuristics/`, `introspection/returns/`.

`exploration.py`, `graph.py` and `backward_induction.py` work on any task as a black box: all
states that can be reached, as flat arrays, and the best episodes through them.
"""
