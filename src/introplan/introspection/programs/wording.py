"""Terms as text that a person reads: `|x| + |y|`, `has_key and x == 3`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from introplan.introspection.programs.terms import (
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
    sort_of,
)

MOST_SHOWN = 6
LONGEST = 400


def text_of(term: Term) -> str:
    """A term in words and signs; very long ones are cut."""
    text = _text(term)
    return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."


def _text(term: Term) -> str:  # noqa: C901 - one case per kind
    match term:
        case Const(value):
            return repr(value)
        case Var(name):
            return name
        case Linear(constant, parts):
            return _sum(constant, parts)
        case Call(function, arguments):
            return _call(function, arguments)
        case Lookup(table, keys):
            return _lookup(table, keys)
        case Choose(test, Const(0), Const(1)):
            return f"[not {_inner(test)}]"
        case Choose(test, Const(1), Const(0)):
            return f"[{_text(test)}]"
        case Choose(test, then, other):
            return f"({_text(then)} if {_text(test)} else {_text(other)})"
        case AtMost(form, bound):
            return _at_most(form, bound)
        case Equal(left, right):
            return _equality(left, right, "==")
        case Not(Equal(left, right)):
            return _equality(left, right, "!=")
        case Not(child):
            return f"not {_inner(child)}"
        case And(parts):
            return _listed(" and ", [_inner(part) for part in parts])
        case Or(parts):
            return _listed(" or ", [_inner(part) for part in parts])


def _inner(term: Term) -> str:
    return f"({_text(term)})" if isinstance(term, And | Or | Choose) else _text(term)


def _listed(word: str, parts: list[str]) -> str:
    if len(parts) > 24:
        parts = [*parts[:23], f"... ({len(parts) - 23} more)"]
    return word.join(parts)


def _sum(constant: int, parts: tuple[tuple[Term, int], ...]) -> str:
    text = ""
    for part, weight in sorted(parts, key=lambda p: p[1] < 0):
        sign = (" + " if text else "") if weight > 0 else (" - " if text else "-")
        factor = "" if abs(weight) == 1 else f"{abs(weight)}*"
        text += f"{sign}{factor}{_text(part)}"
    if constant:
        text += f" {'+' if constant > 0 else '-'} {abs(constant)}"
    return text


def _call(function: str, arguments: tuple[Term, ...]) -> str:
    texts = [_text(a) for a in arguments]
    if function == "abs":
        return f"|{texts[0]}|"
    if function in ("min", "max", "tuple", "float", "neg"):
        return f"{function}({_listed(', ', texts)})"
    wrapped = [
        f"({t})" if isinstance(a, Linear) else t for t, a in zip(texts, arguments, strict=True)
    ]
    tight = function in ("//", "%", "*")
    return (function if tight else f" {function} ").join(wrapped)


def _lookup(table: Table, keys: tuple[Term, ...]) -> str:
    key = ", ".join(_text(k) for k in keys)
    if table.name:
        return f"{table.name}({key})"
    place = f"({key})" if len(keys) > 1 else key
    if sort_of(Lookup(table, keys)) is Sort.BOOL:
        wanted = table.default is not True
        members = [k for k, held in table.entries.items() if held is wanted]
        return f"{place} {'in' if wanted else 'not in'} {_set(members)}"
    return f"table[{key}]"


def _set(members: list[Any]) -> str:
    shown = ", ".join(map(repr, members[:MOST_SHOWN]))
    rest = len(members) - MOST_SHOWN
    return "{" + shown + (f", ... {rest} more" if rest > 0 else "") + "}"


def _at_most(form: Linear, bound: int) -> str:
    if all(weight < 0 for _, weight in form.parts):
        flipped = tuple((p, -w) for p, w in form.parts)
        return f"{_sum(0, flipped)} >= {-bound}"
    return f"{_sum(0, form.parts)} <= {bound}"


def _equality(left: Term, right: Term, sign: str) -> str:
    return f"{_text(left)} {sign} {_text(right)}"


Words = Callable[[Term], str]
