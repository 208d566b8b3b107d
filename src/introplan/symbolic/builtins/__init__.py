"""Python's own types and functions, on values that may be unknown: one file for each type.

    numbers       arithmetic, abs, min, max, sum, int, float
    sequences     lists, tuples and text: elements, slices, methods, sorted
    sets          sets and frozensets
    dicts         dictionaries
    records       attributes of objects, copies, named tuples
    iterators     range, zip, enumerate, map, filter, next, any, all
    arrays        numpy arrays
    operators     `+`, `-x`, `x[i]`, truth: which of the files above knows the answer
    compare       `==`, `<`, `is`
    membership    `in`
    functions     the table of all of it, and what belongs to no type (len, isinstance)

What a function means is a function of ours with the run as its first argument, listed under
Python's own function at the end of its file:

    def _range(run: Execution, /, *ends: Value) -> Value: ...

    FUNCTIONS: dict[Any, Builtin] = {range: _range, ...}
    METHODS: dict[Any, Builtin] = {list.append: _append, ...}

A new builtin is such a function and such a line. Its parameters are positional-only, except those
that Python takes by keyword, which have Python's names (`sum(values, start=3)`): otherwise a call
with a keyword that Python refuses, or puts elsewhere, would have an answer here. It must be right
for every input or raise `Refused`: concrete arguments go to Python itself (`call_python`); unknown
ones become terms, or a table if they have few values (`tabulate`); where Python raises for some
inputs, that is decided first (`run.decide`) and becomes `Raised`. The tests compare each construct
with CPython.
"""
