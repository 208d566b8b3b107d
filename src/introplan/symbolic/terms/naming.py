"""The names that the user's program has for its constants, found by what they contain.

The interpreter turns a lookup in a constant into a table and forgets where it came from. For a
text it is enough that a constant of the model agrees with the table wherever the table is
defined: what is printed is then true, however it was computed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType
from typing import Any

from introplan.symbolic.interpreter.values import is_simple
from introplan.symbolic.terms.term import MISSING, Table

CONTAINERS = (dict, list, tuple, str, set, frozenset)
MAX_SEARCHED_FUNCTIONS = 200
"""Functions whose names are looked up, so that a model that imports half a library ends."""

NOTHING = object()


@dataclass(frozen=True, slots=True)
class Names:
    """Constants of a model by name."""

    constants: Mapping[str, Any]

    def lookup(self, table: Table, keys: list[str]) -> str | None:
        """A lookup in a constant as it could stand in the source, such as `MAP[y][x]`."""
        if table.default is not MISSING:
            return None
        for name, constant in self.constants.items():
            for value_at, text in _readings(name, constant, keys):
                if all(_same(value_at(k), v) for k, v in table.entries.items()):
                    return text
        return None

    def condition(self, table: Table, keys: list[str]) -> str | None:
        """A table of truth values as a condition on a constant: `MAP[y][x] == '#'`."""
        sets = [(n, c) for n, c in self.constants.items() if isinstance(c, set | frozenset)]
        for name, constant in sets:
            if (text := _membership(name, constant, table, keys)) is not None:
                return text
        for name, constant in self.constants.items() if table.default is MISSING else ():
            for value_at, text in _readings(name, constant, keys):
                if (test := _comparison(value_at, table)) is not None:
                    return f"{text} {test}"
        return None


NO_NAMES = Names({})


def names_of(functions: Iterable[Callable[..., Any] | None]) -> Names:
    """The constants that functions of a model name, and those that their helpers do."""
    found: dict[str, Any] = {}
    waiting = list(functions)
    seen: set[int] = set()
    while waiting and len(seen) < MAX_SEARCHED_FUNCTIONS:
        function = waiting.pop(0)
        plain = inspect.unwrap(function) if callable(function) else None
        if not isinstance(plain, FunctionType) or id(plain) in seen:
            continue
        seen.add(id(plain))
        for name, value in _named_in(plain).items():
            if isinstance(value, CONTAINERS) and value:
                found.setdefault(name, value)
            waiting += vars(value).values() if isinstance(value, type) else [value]
    return Names(found)


def _named_in(function: FunctionType) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    outside = {**function.__globals__, **{name: _content(cell) for name, cell in cells}}
    return {name: outside[name] for name in _names_in(function.__code__) if name in outside}


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None


def _names_in(code: CodeType) -> list[str]:
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return [*code.co_freevars, *code.co_names, *(n for part in inner for n in _names_in(part))]


def _readings(name: str, constant: Any, keys: list[str]) -> list[tuple[Callable[[Any], Any], str]]:
    """The ways to look up keys in a constant, and their texts."""
    if isinstance(constant, set | frozenset):
        return []
    whole = f"{name}[{', '.join(keys)}]"
    if len(keys) == 1:
        return [(lambda key: _at(constant, key), whole)]
    nested = name + "".join(f"[{key}]" for key in keys)
    return [(lambda key: _at(constant, key), whole), (lambda key: _within(constant, key), nested)]


def _at(constant: Any, key: Any) -> Any:
    try:
        return constant[key]
    except (IndexError, KeyError, TypeError):
        return NOTHING


def _within(constant: Any, keys: Any) -> Any:
    for key in keys:
        constant = _at(constant, key)
    return constant


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, list):
        one = tuple(one)
    return type(one) is type(two) and is_simple(one) and bool(one == two)


def _membership(name: str, members: Any, table: Table, keys: list[str]) -> str | None:
    wanted = table.default is not True
    chosen = {key for key, held in table.entries.items() if held is wanted}
    if table.default is MISSING or chosen != members:
        return None
    place = f"({', '.join(keys)})" if len(keys) > 1 else keys[0]
    return f"{place} {'in' if wanted else 'not in'} {name}"


def _comparison(value_at: Callable[[Any], Any], table: Table) -> str | None:
    """`== v` or `!= v` if that is what a table of truth values says of a constant."""
    for sign, wanted in (("==", True), ("!=", False)):
        value = next((value_at(k) for k, held in table.entries.items() if held is wanted), NOTHING)
        agrees = (
            _same(value_at(k), value) == (held is wanted) for k, held in table.entries.items()
        )
        if isinstance(value, str | int) and all(agrees):
            return f"{sign} {value!r}"
    return None
