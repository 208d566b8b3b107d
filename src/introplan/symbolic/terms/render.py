"""Terms as text that a person reads: `|x| + |y|`, `has_key and x == 3`."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from typing import Any

from introplan.symbolic.terms.naming import NO_NAMES, Names
from introplan.symbolic.terms.term import (
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
    known: dict[Term, str] = field(default_factory=dict)
    """Texts of parts. Shared parts, written out, can make a text of exponential length, so each
    is written once and cut where what is shown ends; the beginning of the whole stays the same."""

    def text(self, term: Term) -> str:
        found = self.known.get(term)
        if found is None:
            found = self.known[term] = self._written(term)[: MAX_TEXT_CHARACTERS + 1]
        return found

    def _written(self, term: Term) -> str:  # noqa: C901 - one case per kind
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
