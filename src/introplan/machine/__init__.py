"""Transition systems made of terms, and the register machine that runs them.

A `TransitionSystem` (`system.py`) is what was read of a world, or of a part of it: variables with
ranges, and steps with a guard, effects, rewards and ends, all of them terms. `packing.py` gives
values numbers and variables bits, `code.py` translates terms into nodes of register code, and
`native.py` hands both to the machine in C++ (`native/machine*.cpp` of the repository), which
explores and searches without calling Python. `twin.py` is the same machine in Python, from the
functions that terms are compiled to: the specification that tests compare with.

What the machine cannot hold exactly is refused (`Unsupported`), with a reason for the user.
"""
