"""The module that an `import` inside of a function finds: under which name it is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def full_name(name: str, level: int, names: Mapping[str, Any]) -> str:
    """The name in `sys.modules` of what code with these globals imports by a name.

    `level` counts the dots before it. Modules beside a world file have names of their own, which
    the `__import__` of that world knows (`programs/imports.py`).
    """
    if level:
        above = str(names.get("__package__") or "").split(".")
        return ".".join(filter(None, (*above[: len(above) - level + 1], name)))
    own = names.get("__builtins__", {})
    importer = own.get("__import__") if isinstance(own, Mapping) else None
    found = getattr(getattr(importer, "__self__", None), "full_name", None)
    return str(found(name)) if found is not None else name
