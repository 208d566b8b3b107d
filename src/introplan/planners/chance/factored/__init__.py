"""Policies of factored worlds that are too large to look at all states.

The expressions of a world are read in several algebras:

| module | |
|---|---|
| `wishes` | the reward as a sum of terms, and what variables should be for them |
| `simulation` | over numbers: the world as a simulator |
| `layers` | over intervals of marginals: the relaxed return, an estimate |
| `bounds` | over sound intervals: a bound on the return |
| `cones`, `tables` | over some variables, exactly: value tables; which ones, and merged |
| `twin` | what native code does with register code, in Python: its specification |
| `native` | the one door to `native/factored_*.cpp` |
| `race`, `policy` | candidates, compared by simulation; the best one is the policy |
"""
