# mypy: ignore-errors
"""One construct each: functions that the interpreter must run as Python does.

`x` and `y` are whole numbers, `flag` is a truth value, `mode` is an enum member. Each function is
right, or refused; never wrong.
"""

from __future__ import annotations

from constructs import functions, loops, objects, operators

CONSTRUCTS = {
    name[1:]: function
    for module in (operators, loops, functions, objects)
    for name, function in vars(module).items()
    if name.startswith("_c_")
}
