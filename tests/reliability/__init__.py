"""Why the planners can be believed: every promise has a number, a check and a record.

The checks of `checks.py` are the rows of docs/reliability.md. Most of them are ordinary tests that
count what they looked at with pytest's `record_property`; `make reliability` runs them, adds up
what they counted and keeps it in `records/`. The long ones are programs of their own (`make soak`,
`make mutants`, `make fuzz`, ...) that keep their records themselves.

Whatever plans is listed in `contestants`, and is held to all of this:

    differential   a contestant's answer against the whole truth by exhaustive search
    metamorphic    changes of a task that must not change the answer, or only in a known way;
                   `changes` has them, `rewriting` does what they have in common
    shrinking      the smallest task that still goes wrong, printed as a test
    scores         scores, bounds and proofs against value iteration, in PDDL and in Python
    compiled       what the machine makes of worlds in Python, against their functions
    long_run       the same for a million tasks
    load, soak     the same answers from many threads and processes, and for hours
    mutants        faults that are planted in a copy: do the checks notice?
    sanitized      native code under the sanitizers

What comes from outside is hostile: `fuzz` breeds texts, and a corpus has inputs with what must be
said about them.

    running        runs the tests of a check and adds up what they counted
    records        what was counted, and when
    page           docs/reliability.md, from the records
"""
