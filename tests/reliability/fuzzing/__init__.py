"""Texts that no author would write, bred by what they make the readers do.

    targets    a reader each: a text in, nothing out; a user's mistake is raised as such
    judging    what a reader did with a text: fine, or a find with a reason
    accidents  small accidents of words and lists, which bytes alone would hardly come upon
    worker     one target under atheris: whatever reaches new code is bred on

`reliability.fuzz` runs the workers. What they find is kept in tests/models/fuzzed, a folder for
each target, and tests/reliability/test_fuzzing.py reads it again with every run of the tests.
"""
