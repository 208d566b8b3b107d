"""The names that the user's program has for its constants, found by what they contain.

The interpreter turns a lookup in a constant into a table and forgets where it came from. For a
text it is enough that a constant of the model agrees with the table wherever the table is
defined: what is printed is then true, whatever the way it was computed.

Terms as text that a person reads: `|x| + |y|`, `has_key and x == 3`.
"""

from __future__ import annotations

import enum
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CellType, CodeType, FunctionType
from typing import Any

from introplan.symbolic.interpreter.values import is_simple
from introplan.symbolic.terms.term import (
    MISSING,
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Sort,
    Table,
    Term,
    Var,
    const,
)

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


MAX_SHOWN_MEMBERS = 6
"""Members of a set that are written out."""

MAX_SHOWN_ENTRIES = 4
"""Entries of a table that are written out; a larger one is called `table`."""

MAX_TEXT_CHARACTERS = 400
"""Longer texts are cut: three lines of a wide terminal."""

Parts = tuple[tuple[Term, int], ...]


def text_of(term: Term, names: Names = NO_NAMES, *, infinite: float = math.inf) -> str:
    """A term in words and signs, with the program's names; very long ones are cut.

    Numbers from `infinite` on are written as `inf`.
    """
    return clipped(_Writer(names, infinite).text(term), MAX_TEXT_CHARACTERS)


def clipped(text: str, longest: int) -> str:
    """The text, or its beginning up to a space and a sign that there is more."""
    if len(text) <= longest:
        return text
    head = text[: longest - 2]
    cut = head.rfind(" ", longest // 2)
    return f"{head if cut < 0 else head[:cut]} \N{HORIZONTAL ELLIPSIS}"


def value_text(value: Any) -> str:
    """A value as it stands in a program: `W.SNOW`, not `<W.SNOW: 1>`."""
    if isinstance(value, enum.Enum):
        return (
            str(value) if isinstance(value, enum.Flag) else f"{type(value).__name__}.{value.name}"
        )
    if type(value) is tuple:
        return f"({', '.join(map(value_text, value))}{',' if len(value) == 1 else ''})"
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    return repr(value)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes terms down."""

    names: Names
    infinite: float
    """Numbers from here on stand for infinity."""

    def text(self, term: Term) -> str:  # noqa: C901 - one case per kind
        match term:
            case Const(value):
                return self._number(value) if type(value) is int else value_text(value)
            case Var(name):
                return name
            case Linear(constant, parts):
                return self._sum(constant, parts)
            case Call(function, arguments):
                return self._call(function, arguments)
            case Lookup(table, keys):
                return self._lookup(table, keys)
            case Choose(test, Const(0), Const(1)):
                return f"[not {self._inner(test)}]"
            case Choose(test, Const(1), Const(0)):
                return f"[{self.text(test)}]"
            case Choose(test, then, other):
                return f"({self.text(then)} if {self.text(test)} else {self.text(other)})"
            case AtMost(form, bound):
                return self._at_most(form, bound)
            case Equal(left, right):
                return self._equality(left, right, "==")
            case Not(Equal(left, right)):
                return self._equality(left, right, "!=")
            case Not(Var(name)) if " in " in name:
                return " not in ".join(name.rsplit(" in ", 1))
            case Not(child):
                return f"not {self._inner(child)}"
            case And(parts):
                return _listed(" and ", [self._inner(part) for part in parts])
            case Or(parts):
                return _listed(" or ", [self._inner(part) for part in parts])

    def _inner(self, term: Term) -> str:
        is_compound = isinstance(term, And | Or | Choose) or _is_at_one_place(term)
        return f"({self.text(term)})" if is_compound else self.text(term)

    def _sum(self, constant: int, parts: Parts) -> str:
        text = ""
        for part, weight in sorted(parts, key=lambda p: p[1] < 0):
            sign = (" + " if text else "") if weight > 0 else (" - " if text else "-")
            text += f"{sign}{self._weighted(part, abs(weight))}"
        if not text:
            return self._number(constant)
        if constant:
            text += f" {'+' if constant > 0 else '-'} {self._number(abs(constant))}"
        return text

    def _number(self, value: int) -> str:
        return "inf" if value >= self.infinite else f"{value}"

    def _weighted(self, part: Term, weight: int) -> str:
        if weight == 1:
            return self.text(part)
        if weight < self.infinite:
            return f"{weight}*{self.text(part)}"
        if isinstance(part, Choose) and part.then is const(1):
            return f"(inf if {self.text(part.test)} else 0)"
        return f"(inf if {self.text(part)} > 0 else 0)"

    def _call(self, function: str, arguments: tuple[Term, ...]) -> str:
        texts = [self.text(a) for a in arguments]
        if function == "abs":
            return f"|{texts[0]}|"
        if function in ("min", "max", "tuple", "float", "neg"):
            return f"{function}({_listed(', ', texts)})"
        wrapped = [
            f"({t})" if isinstance(a, Linear) else t for t, a in zip(texts, arguments, strict=True)
        ]
        tight = function in ("//", "%", "*")
        return (function if tight else f" {function} ").join(wrapped)

    def _lookup(self, table: Table, keys: tuple[Term, ...]) -> str:
        texts = [self.text(key) for key in keys]
        if table.name:
            return f"{table.name}({', '.join(texts)})"
        if table.sort is Sort.BOOL:
            return self._condition(table, texts)
        found = self.names.lookup(table, texts)
        if found is not None:
            return found
        if len(table.entries) > MAX_SHOWN_ENTRIES:
            return f"table[{', '.join(texts)}]"
        entries = (f"{value_text(k)}: {value_text(v)}" for k, v in table.entries.items())
        return f"{{{', '.join(entries)}}}[{', '.join(texts)}]"

    def _condition(self, table: Table, keys: list[str]) -> str:
        members, wanted = _members(table)
        if len(members) == 1:
            return _at_one_place(keys, members[0], is_there=wanted)
        if len(members) > MAX_SHOWN_MEMBERS:
            found = self.names.condition(table, keys)
            if found is not None:
                return found
        place = f"({', '.join(keys)})" if len(keys) > 1 else keys[0]
        return f"{place} {'in' if wanted else 'not in'} {_set(members)}"

    def _at_most(self, form: Linear, bound: int) -> str:
        if all(weight < 0 for _, weight in form.parts):
            return f"{self._sum(0, _flipped(form.parts))} >= {-bound}"
        left, right = _sides(form.parts)
        return f"{self._sum(0, left)} <= {self._sum(bound, right)}"

    def _equality(self, left: Term, right: Term, sign: str) -> str:
        if isinstance(left, Linear) and isinstance(right, Const) and type(right.value) is int:
            first, second = _sides(left.parts)
            if first and second:
                rest = right.value - left.constant
                return f"{self._sum(0, first)} {sign} {self._sum(rest, second)}"
        return f"{self.text(left)} {sign} {self.text(right)}"


def _sides(parts: Parts) -> tuple[Parts, Parts]:
    """What is added, and what is subtracted, so that it can stand on the other side."""
    added = tuple((part, weight) for part, weight in parts if weight > 0)
    return added, _flipped(tuple((part, weight) for part, weight in parts if weight < 0))


def _flipped(parts: Parts) -> Parts:
    return tuple((part, -weight) for part, weight in parts)


def _members(table: Table) -> tuple[list[Any], bool]:
    """The keys that count, and whether they are those where the table holds."""
    wanted = table.default is not True
    held = [key for key, value in table.entries.items() if value is wanted]
    others = [key for key, value in table.entries.items() if value is not wanted]
    if len(others) == 1 < len(held) and table.default not in (True, False):
        return others, not wanted
    return held, wanted


def _is_at_one_place(term: Term) -> bool:
    match term:
        case Lookup(table, keys) if table.sort is Sort.BOOL and not table.name and len(keys) > 1:
            members, wanted = _members(table)
            return wanted and len(members) == 1
    return False


def _at_one_place(keys: list[str], place: Any, *, is_there: bool) -> str:
    if len(keys) == 1:
        return f"{keys[0]} {'==' if is_there else '!='} {value_text(place)}"
    if not is_there:
        return f"({', '.join(keys)}) != {value_text(place)}"
    pairs = zip(keys, place, strict=True)
    return " and ".join(f"{key} == {value_text(part)}" for key, part in pairs)


def _listed(word: str, parts: list[str]) -> str:
    if len(parts) > 24:
        parts = [*parts[:23], f"... ({len(parts) - 23} more)"]
    return word.join(parts)


def _set(members: list[Any]) -> str:
    shown = ", ".join(map(value_text, members[:MAX_SHOWN_MEMBERS]))
    rest = len(members) - MAX_SHOWN_MEMBERS
    return "{" + shown + (f", ... {rest} more" if rest > 0 else "") + "}"
