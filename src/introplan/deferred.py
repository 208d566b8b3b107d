"""Modules that are loaded when they are first used, so that a command pays for what it runs.

Most runs need one planner for one kind of world; the symbolic executor, the drawings and `rich`
take longer to load than a small plan takes to find. A deferred module is imported for the type
checker and the import contracts in the ordinary way, and by this door when the program runs:

    if TYPE_CHECKING:
        from introplan.view import draw
    else:
        draw = deferred("introplan.view.draw")
"""

import importlib
from types import ModuleType
from typing import Any


class _Deferred:
    """Stands for a module; the first attribute that is asked for loads it."""

    __slots__ = ("_module", "_name")

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, attribute: str) -> Any:
        # Kept, because importing a loaded module again takes as long as everything else here, and
        # states that can be told apart only by their pickles come by at every node.
        if self._module is None:
            self._module = importlib.import_module(self._name)
        return getattr(self._module, attribute)


def deferred(name: str) -> Any:
    """The module called `name`, loaded with the first use of one of its attributes."""
    return _Deferred(name)
