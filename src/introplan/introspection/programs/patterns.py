"""`match`: does a value fit a pattern, and what names does it bind?

Patterns are decided part by part, in Python's order; each unknown part is a fork.
"""

from __future__ import annotations

import ast
from typing import Any

from introplan.introspection.programs.applying import compare
from introplan.introspection.programs.attributes import attribute
from introplan.introspection.programs.evaluation import evaluate
from introplan.introspection.programs.frames import Frame
from introplan.introspection.programs.functions import FUNCTIONS
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Raised, Refused
from introplan.introspection.programs.values import (
    Entries,
    Items,
    Value,
    is_raw,
    is_term,
    sequence,
)
from introplan.introspection.programs.vocabulary import construct_of

PLAIN = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


def fits(machine: Machine, frame: Frame, pattern: ast.pattern, value: Value) -> bool:
    """Does `value` fit `pattern`? Names are bound as the parts are met."""
    match pattern:
        case ast.MatchValue(value=expected):
            target = evaluate(machine, frame, expected)
            return machine.decide(compare(machine, ast.Eq(), value, target))
        case ast.MatchSingleton(value=constant):
            return machine.decide(compare(machine, ast.Is(), value, constant))
        case ast.MatchAs(pattern=inner, name=name):
            if inner is not None and not fits(machine, frame, inner, value):
                return False
            if name is not None:
                frame.names[name] = value
            return True
        case ast.MatchOr(patterns=options):
            return any(fits(machine, frame, option, value) for option in options)
        case ast.MatchSequence(patterns=parts):
            return _fits_sequence(machine, frame, parts, value)
        case ast.MatchClass():
            return _fits_class(machine, frame, pattern, value)
        case _:
            raise Refused("PY-STMT", construct_of(pattern), "use if and ==")


def _fits_sequence(
    machine: Machine, frame: Frame, patterns: list[ast.pattern], value: Value
) -> bool:
    if is_term(value):
        raise Refused("PY-STMT", "a sequence pattern on a value that depends on the state")
    items = None if isinstance(value, Entries | str | bytes) else sequence(value)
    if items is None:
        if isinstance(value, str | bytes | dict | set | int | None) or not is_raw(value):
            return False
        raise Refused("PY-STMT", "a sequence pattern on an object")
    stars = [i for i, p in enumerate(patterns) if isinstance(p, ast.MatchStar)]
    if not stars:
        if len(items) != len(patterns):
            return False
        return all(fits(machine, frame, p, i) for p, i in zip(patterns, items, strict=True))
    return _fits_starred(machine, frame, patterns, items, stars[0])


def _fits_starred(
    machine: Machine, frame: Frame, patterns: list[ast.pattern], items: list[Value], star: int
) -> bool:
    after = len(patterns) - star - 1
    if len(items) < star + after:
        return False
    middle = items[star : len(items) - after]
    fixed = [*patterns[:star], *patterns[star + 1 :]]
    outer = [*items[:star], *items[len(items) - after :]]
    if not all(fits(machine, frame, p, i) for p, i in zip(fixed, outer, strict=True)):
        return False
    starred = patterns[star]
    if isinstance(starred, ast.MatchStar) and starred.name is not None:
        frame.names[starred.name] = Items(list, middle, machine.stamp())
    return True


def _fits_class(machine: Machine, frame: Frame, pattern: ast.MatchClass, value: Value) -> bool:
    kind: Any = evaluate(machine, frame, pattern.cls)
    if not isinstance(kind, type):
        raise Raised(TypeError)
    if not machine.decide(FUNCTIONS[isinstance](machine, value, kind)):
        return False
    if pattern.patterns and kind in PLAIN:
        return fits(machine, frame, pattern.patterns[0], value)
    names = list(getattr(kind, "__match_args__", ()))[: len(pattern.patterns)]
    if len(names) < len(pattern.patterns):
        raise Raised(TypeError)
    named = [*zip(names, pattern.patterns, strict=True)]
    named += [*zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)]
    for name, inner in named:
        try:
            part = attribute(machine, value, name)
        except Raised as raised:
            if issubclass(raised.kind, AttributeError):
                return False
            raise
        if not fits(machine, frame, inner, part):
            return False
    return True
