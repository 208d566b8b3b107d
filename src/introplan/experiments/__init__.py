"""From a suite to figures: what to run, how it went, and what that says about the paper.

    suite ─▶ runs ─▶ records ─▶ series ─▶ tables, figures, claims ─▶ README.md

* A *suite* is data: worlds, sizes, planners, seeds, limits (`suite.py`, `suite_files.py`; the ones
  that come along are the TOML files in `suites/`).
* A *run* is one planner on one task. It is made in a process of its own (`worker.py`), which
  another one watches (`guard.py`): whatever happens to it, something comes back. `guarded` is an
  ordinary function of an ordinary value, so any `concurrent.futures.Executor` can call it: threads
  here, each of which watches one process, or a Dask cluster (`runner.py`).
* A *record* is what came of a run: one line of JSON, written whole (`records.py`), with the code
  and the machine that made it (`provenance.py`). Everything else is made of records alone, at any
  time, also while a suite is running.
* *Series* are means with a band (`series.py`, `statistics.py`); from them come tables
  (`tables.py`), figures (`figures.py`, drawn by `plotting.py`) and answers to what the paper
  claims (`claims/`). `report.py` puts all of it into a folder, and `outputs.py` keeps it from
  writing over anything else there.

The order is that of Lab (Seipp et al., 2017): experiment, runs, records, report, each a step of
its own.

Runs with the same key have the same answer, whatever the machine; only what was measured differs.
That is why suites limit nodes, and seconds only to be safe.
"""
