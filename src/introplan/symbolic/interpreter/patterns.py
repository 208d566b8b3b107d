"""`match`: does a value fit a pattern, and what names does it bind?

Patterns are decided part by part, in Python's order; each open condition is a fork.
"""

from __future__ import annotations

import ast
from typing import Any, TypeAlias

from introplan.symbolic.builtins.compare import compare
from introplan.symbolic.builtins.functions import is_instance
from introplan.symbolic.builtins.listings import of_known_length
from introplan.symbolic.builtins.records import attribute
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import (
    Entries,
    Items,
    Record,
    Value,
    is_concrete,
    is_term,
    sequence,
)
from introplan.symbolic.refusal import Raised, Refused, construct_of

PLAIN = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose one positional pattern is matched with the whole value: `case int(n)`."""


Names: TypeAlias = dict[str, Value]


def fits(run: Execution, frame: Frame, pattern: ast.pattern, value: Value) -> bool:
    """Does `value` fit `pattern`? Names are bound if all of it does."""
    bound: Names = {}
    if not _fits(run, frame, pattern, value, bound):
        return False
    frame.names.update(bound)
    return True


def _fits(run: Execution, frame: Frame, pattern: ast.pattern, value: Value, bound: Names) -> bool:
    match pattern:
        case ast.MatchValue(value=expected):
            target = run.evaluate(frame, expected)
            return run.decide(run.truth_value(compare(run, ast.Eq(), value, target)))
        case ast.MatchSingleton(value=constant):
            return run.decide(compare(run, ast.Is(), value, constant))
        case ast.MatchAs(pattern=inner, name=name):
            if inner is not None and not _fits(run, frame, inner, value, bound):
                return False
            if name is not None:
                bound[name] = value
            return True
        case ast.MatchOr(patterns=options):
            return any(_fits_option(run, frame, o, value, bound) for o in options)
        case ast.MatchSequence(patterns=parts):
            return _fits_sequence(run, frame, parts, value, bound)
        case ast.MatchClass():
            return _fits_class(run, frame, pattern, value, bound)
        case _:
            raise Refused("PY-STMT", construct_of(pattern), "use if and ==")


def _fits_option(
    run: Execution, frame: Frame, option: ast.pattern, value: Value, bound: Names
) -> bool:
    """One of several patterns; what it binds counts only if it fits."""
    own: Names = {}
    if not _fits(run, frame, option, value, own):
        return False
    bound.update(own)
    return True


def _fits_sequence(
    run: Execution, frame: Frame, patterns: list[ast.pattern], value: Value, bound: Names
) -> bool:
    if is_term(value):
        raise Refused("PY-STMT", "a sequence pattern on a value that depends on the state")
    value = of_known_length(run, value)
    is_text = isinstance(value, Items) and value.kind is str
    items = None if is_text or isinstance(value, Entries | str | bytes) else sequence(value)
    if items is None:
        is_other = isinstance(value, str | bytes | dict | set | int | None) or not is_concrete(
            value
        )
        if is_other and not isinstance(value, Record):
            return False
        raise Refused("PY-STMT", "a sequence pattern on an object")
    stars = [i for i, p in enumerate(patterns) if isinstance(p, ast.MatchStar)]
    if stars:
        return _fits_starred(run, frame, patterns, items, stars[0], bound)
    if len(items) != len(patterns):
        return False
    pairs = zip(patterns, items, strict=True)
    return all(_fits(run, frame, p, i, bound) for p, i in pairs)


def _fits_starred(
    run: Execution,
    frame: Frame,
    patterns: list[ast.pattern],
    items: list[Value],
    star: int,
    bound: Names,
) -> bool:
    after = len(patterns) - star - 1
    if len(items) < star + after:
        return False
    middle = items[star : len(items) - after]
    fixed = [*patterns[:star], *patterns[star + 1 :]]
    outer = [*items[:star], *items[len(items) - after :]]
    if not all(_fits(run, frame, p, i, bound) for p, i in zip(fixed, outer, strict=True)):
        return False
    starred = patterns[star]
    if isinstance(starred, ast.MatchStar) and starred.name is not None:
        bound[starred.name] = Items(list, middle, run.stamp())
    return True


def _fits_class(
    run: Execution, frame: Frame, pattern: ast.MatchClass, value: Value, bound: Names
) -> bool:
    kind: Any = run.evaluate(frame, pattern.cls)
    if not isinstance(kind, type):
        raise Raised(TypeError)
    if not run.decide(is_instance(run, value, kind)):
        return False
    positional = pattern.patterns
    if positional and issubclass(kind, PLAIN) and not hasattr(kind, "__match_args__"):
        if len(positional) > 1:
            raise Raised(TypeError)
        if not _fits(run, frame, positional[0], value, bound):
            return False
        positional = []
    names = list(getattr(kind, "__match_args__", ()))[: len(positional)]
    if len(names) < len(positional) or len({*names, *pattern.kwd_attrs}) < len(
        [*names, *pattern.kwd_attrs]
    ):
        raise Raised(TypeError)
    named = [*zip(names, positional, strict=True)]
    named += [*zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True)]
    return all(_fits_part(run, frame, n, p, value, bound) for n, p in named)


def _fits_part(
    run: Execution, frame: Frame, name: str, inner: ast.pattern, value: Value, bound: Names
) -> bool:
    try:
        part = attribute(run, value, name)
    except Raised as raised:
        if issubclass(raised.kind, AttributeError):
            return False
        raise
    return _fits(run, frame, inner, part, bound)
