"""Why anybody should believe the planners: every promise has a number, a check and a record.

The checks of `checks.py` are the rows of docs/reliability.md. Most of them are ordinary tests that
count what they looked at with pytest's `record_property`; `make reliability` runs them, adds up
what they counted and writes it down in `records/`. The long ones are programs of their own (`make
soak`, `make mutants`, `make fuzz`, `make bench-optimal`) that write their records themselves.

    contestants    every planner on every engine, and what each of them promises
    differential   a contestant's answer against the whole truth by exhaustive search
    metamorphic    changes of a task that must not change the answer, or only in a known way
    shrinking      the smallest task that still goes wrong, printed as a test
    records        what the checks counted; `page` makes docs/reliability.md of it

Whatever plans joins by being listed in `contestants`, and is held to all of it.
"""
