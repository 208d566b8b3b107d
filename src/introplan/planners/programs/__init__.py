"""The introspector on worlds in Python: for an end (`goals`), for a score (`scores`).

Reading Python takes some fifty modules; they are loaded when the first such world is planned.
"""

from __future__ import annotations

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    """Load `plan_program` from its home."""
    if name != "plan_program":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(f"{__name__}.introspector").plan_program
