"""The planners: the paper's introspector and the black-box baselines it is compared with.

One file per planner, for every kind of world. `catalogue.py` names them all; a new planner is a
file beside it and an entry there.

* `introspector.py` is Algorithm 5 of the paper on relational tasks (`goal_generators.py` says what
  to aim for). On worlds in Python it is `program_introspector.py` with `program_goals.py`,
  `program_scores.py` and the searches of `program_search.py`.
* `greedy.py`, `beam.py`, `mcts.py`, `random_shooting.py` and `value_iteration.py` see a black box:
  a `Search` of `nodes.py`, run by `baseline.py`. An import contract keeps it so.
* `optimal.py`, `shortest.py`, `anytime.py` and `external.py` are modes of the introspector: with a
  proof of the best score, or of the least cost; getting better while time lasts; with another
  planner for the way to each milestone.
* `best_score.py` and `largest.py` are what relational tasks add where the score decides, or the
  largest reward once; `exact.py` solves any world whose states were all looked at, and
  `discounted.py` relational ones with a discount.
* `chance/` makes policies where actions can have several outcomes.
* `answer.py` runs what searches on an engine, `plan_improvement.py` shortens plans, `proofs.py`
  makes certificates that there is none. `result.py` is what comes back, `warnings.py` its notes.
"""
