"""Where names are looked up: local names, enclosing functions, module, builtins."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.programs.signals import Raised
from introplan.introspection.programs.values import Items, Value


@dataclass(slots=True, eq=False)
class Frame:
    """The names of one call, and what lies around it."""

    file: str
    globals: Mapping[str, Any]
    names: dict[str, Value] = field(default_factory=dict)
    outer: Frame | None = None
    cells: Mapping[str, Any] = field(default_factory=dict)
    local_names: frozenset[str] = frozenset()
    is_comprehension: bool = False
    yields: Items | None = None
    when_unordered: Callable[[], None] | None = None
    """What to do when a comprehension goes through a set inside another loop."""

    def load(self, name: str) -> Value:
        """The value of a name."""
        if name in self.names:
            return self.names[name]
        if name in self.local_names:
            raise Raised(UnboundLocalError)
        return self._load_from_outside(name)

    def _load_from_outside(self, name: str) -> Value:
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:
                raise Raised(NameError) from None
        if self.outer is not None:
            return self.outer.load(name)
        if name in self.globals:
            return self.globals[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise Raised(NameError)
