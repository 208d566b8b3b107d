# mypy: ignore-errors
"""One construct each: functions that the interpreter must run as Python does.

`x` and `y` are whole numbers, `flag` is a truth value, `mode` is an enum member. Each function is
right, or refused; never wrong.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from constructs import (
    containers,
    deques,
    functions,
    iterators,
    listings,
    loops,
    objects,
    operators,
    refused,
    updates,
)


def _constructs(*modules: ModuleType) -> dict[str, Any]:
    return {
        name[1:]: function
        for module in modules
        for name, function in vars(module).items()
        if name.startswith("_c_")
    }


CONSTRUCTS = _constructs(
    operators, loops, functions, objects, iterators, updates, listings, containers, deques
)
REFUSED = _constructs(refused)
