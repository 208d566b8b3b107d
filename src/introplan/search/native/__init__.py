"""The one door to the C++ engine (`native/` of the repository): integers in, integers out.

`encoding.py` writes formulas as integers, `loading.py` gives a task to a kernel, `handles.py` has
what comes out, and `engine.py` is the engine that planners use.
"""
