"""States of any kind for a closed list: compared by value, safe from changes in place, as text.

A search keeps states for long and asks "was I here before?". For whole numbers, strings, tuples
and frozensets of such, Python answers that itself. All others are kept as a `Snapshot`: the value,
and its key (`identity`). What can be changed in place is copied before user code runs on it
(`copying`).

States as text that is the same in every run: sets in order, no addresses, one line.

Texts name states in certificate files, where people read them. Two different states may have one
text; `identity.key_of` is exact.

>>> state_text({"at": (1, 2), "seen": {"b", "a"}})
"{'at': (1, 2), 'seen': {'a', 'b'}}"
"""

from __future__ import annotations

import enum
import sys
from collections import OrderedDict, deque
from collections.abc import Hashable
from dataclasses import dataclass, fields
from reprlib import recursive_repr
from typing import Any, TypeAlias

from introplan.programs.copying import is_immutable
from introplan.programs.identity import is_plain, key_of
from introplan.programs.layout import caches_of, carried, is_record, layout_of

State: TypeAlias = Any
"""Whatever the user's functions take for a state."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A state that Python alone would not tell apart, with the key that does."""

    value: State
    key: Hashable
    is_fixed: bool = False
    """Is there no way to change the value in place, as far as that was looked at?"""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Snapshot) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def kept(state: State) -> Hashable:
    """The state itself if Python compares it exactly, or else a snapshot of it."""
    if is_plain(state):
        return state  # type: ignore[no-any-return]
    return Snapshot(state, key_of(state), is_immutable(state))


def value_of(state: Hashable) -> State:
    """The user's state: the inverse of `kept`."""
    return state.value if isinstance(state, Snapshot) else state


def state_text(state: State) -> str:
    """One line that says what a state is."""
    text = _text(value_of(state))
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _text(value: Any) -> str:
    """The content, and behind it what else an instance carries."""
    kind = type(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__qualname__}.{value.name}"
    if is_record(kind) or not (_has_own_text(kind) or layout_of(kind).is_bare):
        return _text_of_object(value)
    content = _text_of_content(value)
    more = {} if layout_of(kind).root is object else carried(value)
    return f"{content} with {_named(more)}" if more else content


def _has_own_text(kind: type) -> bool:
    return any("__repr__" in k.__dict__ for k in kind.__mro__[:-1])


@recursive_repr("...")
def _text_of_object(value: Any) -> str:
    """A dataclass by its fields, and all else by name."""
    kind = type(value)
    first = {f.name: getattr(value, f.name) for f in fields(kind)} if is_record(kind) else {}
    left_out = {*first, *caches_of(kind)}
    more = {name: part for name, part in carried(value).items() if name not in left_out}
    parts = [f"{name}={_text(part)}" for name, part in first.items()]
    return f"{kind.__qualname__}({', '.join([*parts, _named(more)] if more else parts)})"


def _named(parts: dict[Any, Any]) -> str:
    return ", ".join(sorted(f"{name}={_text(part)}" for name, part in parts.items()))


@recursive_repr("...")
def _text_of_content(value: Any) -> str:
    kind = type(value)
    if kind is deque and value.maxlen is not None:
        return f"[{', '.join(map(_text, value))}] of {value.maxlen}"
    if kind in (tuple, list, deque):
        parts = ", ".join(map(_text, value))
        return f"[{parts}]" if kind is not tuple else f"({parts}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        items = [f"{_text(k)}: {_text(v)}" for k, v in value.items()]
        return f"{{{', '.join(items if isinstance(value, OrderedDict) else sorted(items))}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_text, value)))}}}"
    return _array_text(value) or repr(value)


def _array_text(value: Any) -> str:
    """A numpy array with its type and all its elements, which `repr` leaves out."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray):
        return ""
    return f"array({_text(value.tolist())}, {value.dtype})"
