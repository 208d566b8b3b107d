"""States as text that is the same in every run: sets in order, no addresses, one line.

Texts name states in certificate files, where people read them. Whoever needs to tell states apart
for certain uses `snapshots.key_of`.

>>> state_text({"at": (1, 2), "seen": {"b", "a"}})
"{'at': (1, 2), 'seen': {'a', 'b'}}"
"""

from __future__ import annotations

import enum
import sys
from collections import deque
from dataclasses import fields, is_dataclass
from typing import Any

from introplan.programs.snapshots import State, attributes_of, value_of


def state_text(state: State) -> str:
    """One line that says what a state is."""
    text = _text(value_of(state))
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _text(value: Any) -> str:
    kind = type(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__qualname__}.{value.name}"
    if kind in (tuple, list, deque):
        parts = ", ".join(map(_text, value))
        return f"[{parts}]" if kind is not tuple else f"({parts}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{_text(k)}: {_text(v)}' for k, v in value.items()))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_text, value)))}}}"
    if is_dataclass(value) and not isinstance(value, type):
        named = (f"{f.name}={_text(getattr(value, f.name))}" for f in fields(value))
        return f"{kind.__qualname__}({', '.join(named)})"
    has_own_text = any("__repr__" in k.__dict__ for k in kind.__mro__[:-1])
    attributes = None if has_own_text else attributes_of(value)
    if attributes is None:
        return _array_text(value) or repr(value)
    named = (f"{name}={_text(part)}" for name, part in sorted(attributes.items()))
    return f"{kind.__qualname__}({', '.join(named)})"


def _array_text(value: Any) -> str:
    """A numpy array with its type and all its elements, which `repr` leaves out."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray):
        return ""
    return f"array({_text(value.tolist())}, {value.dtype})"
