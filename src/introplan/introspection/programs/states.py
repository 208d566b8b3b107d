"""States of a shape: unknown ones to run a program on, their parts, and real ones built again."""

from __future__ import annotations

import sys
from typing import Any

from introplan.introspection.programs.diagnostics import misfit
from introplan.introspection.programs.shape import (
    Bits,
    Cells,
    Fields,
    Keys,
    Leaf,
    Parts,
    Shape,
    leaves_of,
)
from introplan.programs.layout import is_frozen
from introplan.symbolic.constraints.interval import Box
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    is_concrete,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Sort, Term, Var, sort_of


class Outgrown(Refused):
    """A set gets elements that were not in it in any sampled state."""

    def __init__(self, place: object, elements: tuple[object, ...]) -> None:
        text = f"a set gets {elements[0]!r}, an element that was not there in any sampled state"
        super().__init__("PY-SHAPE", text, "start with fewer kinds of elements, or use fields")
        self.place = place
        self.elements = elements


def symbolic(shape: Shape, box: Box, made: int) -> Value:
    """A state whose variables are unknown (known, where the box leaves one value)."""
    return filled_shape(shape, {}, box, made)


def filled_shape(shape: Shape, terms: dict[Var, Term], box: Box, made: int) -> Value:
    """A state whose variables have these terms, and are unknown otherwise."""
    match shape:
        case Leaf(var):
            return unwrapped(terms[var]) if var in terms else _single(var, box)
        case Parts(kind, items):
            values = [filled_shape(item, terms, box, made) for item in items]
            is_known = kind is tuple and all(map(is_concrete, values))
            return tuple(values) if is_known else Items(kind, values, made)
        case Fields(kind, fields):
            return Record(
                kind, {n: filled_shape(part, terms, box, made) for n, part in fields}, made
            )
        case Bits(kind, elements, _):
            held = {e: filled_shape(part, terms, box, made) for e, part in elements}
            if kind is frozenset and all(map(is_concrete, held.values())):
                return frozenset(e for e, is_there in held.items() if is_there)
            return Members(kind, held, made)
        case Keys(entries):
            return Entries(
                {key: filled_shape(part, terms, box, made) for key, part in entries}, made
            )
        case Cells(size, dtype, cells):
            return Array(
                size, dtype, [filled_shape(cell, terms, box, made) for cell in cells], made
            )


def _single(var: Var, box: Box) -> Value:
    domain = box.get(var)
    if domain is None or domain.size != 1:
        return var
    return next(iter(domain))


def state_terms(shape: Shape, value: Value) -> list[Term]:
    """The terms of the variables of a state after a step.

    Raises Refused if two of its parts are one mutable object: variables of their own would lose
    that a later change of one part changes the other.
    """
    _check_aliases(value, set())
    return parts_of(shape, value)


def _check_aliases(value: Value, seen: set[int]) -> None:
    match value:
        case Items(kind, parts):
            can_change, inner = kind is list, parts
        case Record(kind, fields):
            can_change, inner = (
                not (issubclass(kind, tuple) or is_frozen(kind)),
                [*fields.values()],
            )
        case Entries(given):
            can_change, inner = True, [*given.values()]
        case Members(kind) if kind is set:
            can_change, inner = True, []
        case Array():
            can_change, inner = True, []
        case _:
            return
    if can_change and id(value) in seen:
        raise Refused("PY-SHAPE", "two parts of the new state are one object")
    if can_change:
        seen.add(id(value))
    for part in inner:
        _check_aliases(part, seen)


def parts_of(shape: Shape, value: Value) -> list[Term]:  # noqa: C901 - one case per kind
    """The terms of a symbolic state's variables; refuses a state of another shape."""
    match shape, value:
        case Leaf(var), _:
            return [_leaf_term(var, value)]
        case Parts(kind, items), _:
            values = sequence(value)
            if values is not None and _kind(value) is kind and len(values) == len(items):
                return _all_parts(items, values)
        case Fields(kind, fields), Record(other, given) if other is kind:
            if given.keys() == {name for name, _ in fields}:
                return _all_parts([p for _, p in fields], [given[n] for n, _ in fields])
        case Fields(kind, fields), _ if is_concrete(value) and type(value) is kind:
            return _all_parts([p for _, p in fields], [getattr(value, n) for n, _ in fields])
        case Bits(kind, elements, _), _:
            members = _members(value, kind)
            if members is not None:
                _check_within(shape, members, elements)
                return [as_term(members.get(element, False)) for element, _ in elements]
        case Keys(entries), Entries(given):
            if given.keys() == {key for key, _ in entries}:
                return _all_parts([p for _, p in entries], [given[k] for k, _ in entries])
        case Cells(size, _, cells), Array(other_size, _, given) if other_size == size:
            return _all_parts(list(cells), given)
    raise misfit(getattr(shape, "kind", dict), value, [v.name for v in leaves_of(shape)])


def _all_parts(shapes: Any, values: Any) -> list[Term]:
    pairs = zip(shapes, values, strict=True)
    return [term for shape, value in pairs for term in parts_of(shape, value)]


def _kind(value: Value) -> type:
    return value.kind if isinstance(value, Items | Record) else type(value)


def _members(value: Value, kind: type) -> dict[Any, Value] | None:
    if isinstance(value, Members) and value.kind is kind:
        return value.members
    if type(value) is not kind or not isinstance(value, set | frozenset):
        return None
    return dict.fromkeys(value, True)


def _check_within(shape: Shape, members: dict[Any, Value], elements: Any) -> None:
    allowed = {element for element, _ in elements}
    new = tuple(e for e, held in members.items() if e not in allowed and held is not False)
    if new:
        raise Outgrown(shape, new)


def _leaf_term(var: Var, value: Value) -> Term:
    items = None if is_term(value) else sequence(value)
    if items is not None and not is_concrete(value):
        raise Refused("PY-SHAPE", f"a tuple in a part that is not always one: {var.name}")
    term = as_term(value)
    if (var.sort is Sort.BOOL) != (sort_of(term) is Sort.BOOL) and var.sort is not Sort.ANY:
        raise Refused("PY-SHAPE", f"{var.name} is a truth value in some states and not in others")
    return term


def build(shape: Shape, values: list[Any]) -> Any:
    """A state from the values of its variables, in order; consumes `values`."""
    match shape:
        case Leaf():
            return values.pop(0)
        case Parts(kind, items):
            return kind([build(item, values) for item in items])
        case Fields(kind, fields):
            return _built_object(kind, {name: build(part, values) for name, part in fields})
        case Bits(kind, elements, _):
            return kind([e for e, _ in elements if values.pop(0)])
        case Keys(entries):
            return {key: build(part, values) for key, part in entries}
        case Cells(size, dtype, cells):
            numpy = sys.modules["numpy"]
            flat = [values.pop(0) for _ in cells]
            return numpy.array(flat, dtype=dtype).reshape(size)


def _built_object(kind: Any, fields: dict[str, Any]) -> Any:
    if issubclass(kind, tuple):
        return tuple.__new__(kind, list(fields.values()))
    made = object.__new__(kind)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made
