"""Would the checks notice? Faults are planted in a copy of the tree, one at a time.

A *fault* is data: a file, a text that stands there exactly once, the text to put in its place, and
one line about what is wrong then. `faults_*.py` list them by area. `planting` makes the copy and
plants, `checking` runs the checks from the cheapest to the most expensive until one fails, and
`python -m reliability.mutants` (make mutants; record 16) does so for all of them and tells which
check caught which fault.

Every fault changes answers. What only makes the planners slower, or what no answer shows
(an equivalent program in other words), is not in the lists.
"""
