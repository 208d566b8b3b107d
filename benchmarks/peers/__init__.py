"""Introplan and other planners side by side: same instances, one run (`make bench`).

    instances ─▶ files ─▶ runs (one process each, watched) ─▶ records ─▶ table, plots

`instances` says what is planned, `planners` how each program is called, `classical` takes the goal
out of the reward, `handout` gives it to the peers in the form that suits them, `watch` measures a
process tree, `records` keeps one JSON line per run, `table` and `plots` read nothing but records.
The peers live in an environment of their own and are never imported here.
"""
