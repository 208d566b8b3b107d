"""A symbolic executor for Python: a function and unknown arguments in, all its paths out.

Symbolic execution (King 1976) runs a program on values that are partly unknown. An unknown number
is a *term*; an operation on it makes a larger term; where a branch depends on one, both sides are
explored, and each path keeps its *path condition*, the conditions that its inputs meet. So

    def step(x):
        if x < 9:
            return x + 1
        return x

has two paths: `x < 9` with the result `x + 1`, and `not x < 9` with the result `x`. Paths whose
results fit into one value are merged (`min(x + 1, 9)` is one path), since their number is
exponential otherwise. What is not understood is refused with its place, a reason and a hint, and
never guessed: for every input exactly one path fits, and says what CPython says.

    terms/          the intermediate language: build, simplify, compile, render
    constraints/    intervals, path conditions, witnesses
    interpreter/    Python's syntax on values that may be unknown; paths and their merging
    builtins/       Python's types and functions, one file for each type
    source.py       from a function object to its syntax tree
    budget.py       how long an analysis may take, counted in steps
    refusal.py      what ends an execution early, and the words for it

The entry point is `interpreter.interpreter.paths_of`. Nothing in here knows about planning.
"""
