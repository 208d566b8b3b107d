"""The interpreter: Python's syntax on values that may be unknown.

`Execution` (execution.py) is the state of one path and the operations of the language, abstract;
`Interpreter` (interpreter.py) ties the parts together. A part is a module of functions that take
the execution as their first argument, `run`:

    expressions, conditions, comprehensions    the value of a syntax tree
    statements, assignment, patterns           what a statement does
    calls                                      functions and classes, the user's and Python's
    paths          the path explorer: every path, by running the program again for each
    merging        where several paths become one
    concretisation functions of unknowns that have few values, as tables
    iteration      the items of a value, each with its condition
    values, streams, classes, scopes           the nouns: containers, iterators, classes, names

A fork is a decision: `run.decide(condition)` is the truth of a condition on this path. Code that
can do without asks `run.implied(condition)`, which does not fork, and merges:

    test = run.condition(frame, node.test)
    if run.implied(test) is None:               # the path condition leaves it open
        then = under_assumption(run, frame, test, evaluate_body)
        other = under_assumption(run, frame, negate(test), evaluate_orelse)
        return merge_values(test, then, other, floor=run.stamp())

`CannotMerge` means that the piece of program raises or changes something: then the caller decides.
"""
