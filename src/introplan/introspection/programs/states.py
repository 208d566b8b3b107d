"""States of a shape: unknown ones to run a program on, their parts, and real ones built again."""

from __future__ import annotations

import sys
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NoReturn

from introplan.deferred import deferred
from introplan.introspection.programs.shape import (
    Bits,
    Cases,
    Cells,
    Fields,
    Keys,
    Leaf,
    Parts,
    Shape,
    Sized,
    Ungathered,
    is_gathered,
    leaves_of,
    rest_of,
)
from introplan.programs.layout import is_frozen
from introplan.symbolic.constraints.interval import Box, domain_of
from introplan.symbolic.interpreter.values import (
    CHANGEABLE,
    Array,
    Entries,
    Items,
    Members,
    Record,
    Unasked,
    Value,
    Variant,
    as_term,
    current,
    is_concrete,
    is_term,
    kind_tag,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import choose, const, equal, on_values, values_of
from introplan.symbolic.terms.term import Sort, Term, Var, sort_of

if TYPE_CHECKING:
    from introplan.introspection.programs import diagnostics
    from introplan.programs import slicing
else:  # few states do not fit, or leave out what no rule reads
    diagnostics = deferred("introplan.introspection.programs.diagnostics")
    slicing = deferred("introplan.programs.slicing")


class Outgrown(Refused):
    """A set gets elements that were not in it in any sampled state, or a list gets longer."""

    def __init__(self, place: object, elements: tuple[object, ...]) -> None:
        text = f"a set gets {elements[0]!r}, an element that was not there in any sampled state"
        if isinstance(place, Sized):
            text = f"{place.name} gets longer than in any sampled state"
        elif isinstance(place, Cases):
            text = f"{place.name} gets other keys than in any sampled state"
        super().__init__("PY-SHAPE", text, "start with fewer kinds of elements, or use fields")
        self.place = place
        self.elements = elements


def symbolic(shape: Shape, box: Box, made: int) -> Value:
    """A state whose variables are unknown (known, where the box leaves one value)."""
    return filled_shape(shape, {}, box, made)


def filled_shape(  # noqa: C901 - one case per kind
    shape: Shape, terms: dict[Var, Term], box: Box, made: int
) -> Value:
    """A state whose variables have these terms, and are unknown otherwise."""
    match shape:
        case Leaf(var):
            return unwrapped(terms[var]) if var in terms else _single(var, box)
        case Parts(kind, items):
            values = [filled_shape(item, terms, box, made) for item in items]
            is_known = kind in (tuple, str) and all(map(is_concrete, values))
            return _put_together(kind, values) if is_known else Items(kind, values, made)
        case Sized():
            return _filled_slots(shape, terms, box, made)
        case Cases(tag, cases):
            kinds = {key: filled_shape(case, terms, box, made) for key, case in cases}
            return _variant(filled_shape(tag, terms, box, made), kinds, box, made)
        case Fields(kind, fields, hidden):
            named = {n: filled_shape(part, terms, box, made) for n, part in fields}
            return Record(kind, {**named, **dict.fromkeys(hidden, slicing.UNREAD)}, made)
        case Bits(kind, elements, _):
            held = {e: filled_shape(part, terms, box, made) for e, part in elements}
            if kind is frozenset and all(map(is_concrete, held.values())):
                return frozenset(e for e, is_there in held.items() if is_there)
            return Members(kind, held, made)
        case Keys(entries):
            return Entries(
                {key: filled_shape(part, terms, box, made) for key, part in entries}, made
            )
        case Ungathered(kinds):
            return Unasked(kinds)
        case Cells(size, dtype, cells):
            return Array(
                size, dtype, [filled_shape(cell, terms, box, made) for cell in cells], made
            )


def _filled_slots(shape: Sized, terms: dict[Var, Term], box: Box, made: int) -> Value:
    """A list of every length that it may have."""
    length = filled_shape(shape.length, terms, box, made)
    slots = [filled_shape(slot, terms, box, made) for slot in shape.slots]
    cases: dict[Any, Value] = {}
    for count in range(len(slots) + 1):
        is_known = shape.kind in (tuple, str) and all(map(is_concrete, slots[:count]))
        cases[count] = (
            _put_together(shape.kind, slots[:count])
            if is_known
            else Items(shape.kind, slots[:count], made)
        )
    return _variant(length, cases, box, made)


def _put_together(kind: type, parts: list[Any]) -> Any:
    """A list, tuple or text of these parts."""
    return "".join(parts) if kind is str else kind(parts)


def _variant(tag: Value, cases: dict[Any, Value], box: Box, made: int) -> Value:
    """One of the cases whose tag the box allows."""
    if not is_term(tag):
        return cases[tag]
    domain = domain_of(tag, box) if isinstance(tag, Var) else None
    if domain is not None:
        cases = {key: case for key, case in cases.items() if key in domain}
    return Variant(tag, cases, made)


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
    _check_gathered_aliases(shape, value, set())
    return parts_of(shape, value)


def _check_gathered_aliases(shape: Shape, value: Value, seen: set[int]) -> None:
    """Look for one object in two places among the parts that have variables.

    What only the other parts hold cannot be told from a copy of it: no rule asks for them.
    """
    value = current(value)
    if is_gathered(shape):
        _check_aliases(value, seen)
        return
    match shape, value:
        case Fields(_, fields), Record(_, given):
            pairs = [(part, given[name]) for name, part in fields if name in given]
        case Keys(entries), Entries(given):
            pairs = [(part, given[key]) for key, part in entries if key in given]
        case Parts(_, items), _:
            pairs = list(zip(items, sequence(value) or (), strict=False))
        case _:
            pairs = []
    for part, inner in sorted(pairs, key=lambda pair: isinstance(pair[0], Ungathered)):
        if not isinstance(part, Ungathered):
            _check_gathered_aliases(part, inner, seen)
        elif id(current(inner)) in seen:
            _refuse_alias()


def _check_aliases(value: Value, seen: set[int]) -> None:  # noqa: C901 - one case per kind
    value = current(value)
    match value:
        case Items(kind, parts):
            can_change, inner = kind in CHANGEABLE, parts
        case Record(kind, fields):
            can_change, inner = (
                not (issubclass(kind, tuple) or is_frozen(kind)),
                [*fields.values()],
            )
        case Variant(_, cases):
            found = [set(seen) for _ in cases]
            for before, case in zip(found, cases.values(), strict=True):
                _check_aliases(case, before)
            seen |= set().union(*found)
            return
        case Entries(given):
            can_change, inner = True, [*given.values()]
        case Members(kind) if kind is set:
            can_change, inner = True, []
        case Array():
            can_change, inner = True, []
        case _:
            return
    if can_change and id(value) in seen:
        _refuse_alias()
    if can_change:
        seen.add(id(value))
    for part in inner:
        _check_aliases(part, seen)


def _refuse_alias() -> NoReturn:
    what = "two parts of the new state are one object"
    raise Refused("PY-SHAPE", what, "give each part an object of its own")


def parts_of(shape: Shape, value: Value) -> list[Term]:  # noqa: C901 - one case per kind
    """The terms of a symbolic state's variables; refuses a state of another shape."""
    value = current(value)
    match shape, value:
        case Ungathered(), _:
            _check_kind(shape, value)
            return []
        case ((Sized() | Cases()), Variant()):
            return _variant_parts(shape, value)
        case ((Leaf() | Parts() | Fields() | Bits() | Keys() | Cells()), Variant()):
            return _one_kind(shape, value)
        case Leaf(var), _:
            return [_leaf_term(var, value)]
        case Sized(), _:
            return _slot_parts(shape, value)
        case Cases(), _:
            return _case_parts(shape, value)
        case Parts(kind, items), _:
            values = _letters(value, len(items)) if kind is str else sequence(value)
            if values is not None and _kind(value, kind) is kind and len(values) == len(items):
                return _all_parts(items, values)
        case Fields(kind, fields, hidden), Record(other, given) if other is kind:
            if given.keys() == {*(name for name, _ in fields), *hidden}:
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
    raise diagnostics.misfit(
        getattr(shape, "kind", dict), value, [v.name for v in leaves_of(shape)]
    )


def _check_kind(shape: Ungathered, value: Value) -> None:
    """Refuse a kind of value for a part that was never of it: rules may rely on the kind."""
    value = current(value)
    if isinstance(value, Variant):
        for case in value.cases.values():
            _check_kind(shape, case)
        return
    found = value.kinds if isinstance(value, Unasked) else {kind_tag(value)}
    if not found <= shape.kinds:
        raise Refused("PY-SHAPE", f"{shape.name} becomes a value of another kind")


def _letters(value: Value, length: int) -> list[Value] | None:
    """The characters of a text, which may be one of a few."""
    if not is_term(value):
        return list(value) if type(value) is str else sequence(value)
    texts = values_of(value) or ["", ""]
    if any(type(text) is not str or len(text) != length for text in texts):
        return None
    return [on_values(itemgetter(place), value) for place in range(length)]


def _one_kind(shape: Shape, value: Variant) -> list[Term]:
    """A part of one kind that gets a variant: possible if all its cases are of this kind."""
    rows = {key: parts_of(shape, case) for key, case in value.cases.items()}
    return _chosen_rows(value, rows)


def _chosen_rows(value: Variant, rows: dict[Any, list[Term]]) -> list[Term]:
    (_, row), *others = reversed(rows.items())
    for key, other in others:
        test = equal(as_term(value.tag), const(key))
        row = [choose(test, a, b) for a, b in zip(other, row, strict=True)]
    return row


def _variant_parts(shape: Sized | Cases, value: Variant) -> list[Term]:
    """The terms of a part that is one of several; those it had before where nothing changed."""
    tag, order = (shape.length if isinstance(shape, Sized) else shape.tag), leaves_of(shape)
    rows = {key: parts_of(shape, case) for key, case in value.cases.items()}
    after = _chosen_rows(value, rows)
    if all(row[0] is const(key) for key, row in rows.items()):
        after[0] = as_term(value.tag)
        if value.tag is tag.var:
            # What is not there has a fixed value before and after, so it keeps its variable.
            for place in range(1, len(order)):
                own, rest = order[place], const(rest_of(shape)[place])
                if all(row[place] in (own, rest) for row in rows.values()):
                    after[place] = own if any(r[place] is own for r in rows.values()) else rest
    return after


def _slot_parts(shape: Sized, value: Value) -> list[Term]:
    """The terms of a list of known length in a part whose length changes."""
    if shape.kind is str and is_term(value):
        return _opaque_text_parts(shape, value)
    values = list(value) if type(value) is str else sequence(value)
    if values is None or _kind(value) is not shape.kind:
        raise diagnostics.misfit(shape.kind, value, [v.name for v in leaves_of(shape)])
    if len(values) > len(shape.slots):
        raise Outgrown(shape, (len(values),))
    there = _all_parts(shape.slots[: len(values)], values)
    rest = [const(v) for slot in shape.slots[len(values) :] for v in rest_of(slot)]
    return [const(len(values)), *there, *rest]


def _opaque_text_parts(shape: Sized, value: Term) -> list[Term]:
    """The length and the letters of a text that is one of a few."""
    texts = values_of(value)
    if not texts or not all(type(text) is str for text in texts):
        raise diagnostics.misfit(str, value, [v.name for v in leaves_of(shape)])
    if max(map(len, texts)) > len(shape.slots):
        raise Outgrown(shape, (max(map(len, texts)),))
    letters = [
        on_values(partial(_letter_at, place, rest_of(slot)[0]), value)
        for place, slot in enumerate(shape.slots)
    ]
    return [on_values(len, value), *letters]  # type: ignore[list-item]


def _letter_at(place: int, rest: Any, text: str) -> Any:
    return text[place] if place < len(text) else rest


def _case_parts(shape: Cases, value: Value) -> list[Term]:
    """The terms of a value of one kind in a part that may be of several."""
    tag = kind_tag(value) or _tag_of_unknown(value)
    if tag not in {key for key, _ in shape.cases}:
        keys = value.items if isinstance(value, Entries) else value
        if isinstance(keys, dict) and all(isinstance(case, Keys) for _, case in shape.cases):
            raise Outgrown(shape, tuple(keys))
        what = f"{shape.name} becomes a {tag or 'value'}, unlike in the sampled states"
        raise Refused("PY-SHAPE", what)
    terms: list[Term] = [const(tag)]
    for key, case in shape.cases:
        terms += parts_of(case, value) if key == tag else [const(v) for v in rest_of(case)]
    return terms


def _tag_of_unknown(term: Term) -> str:
    """The kind of an opaque term, if all that it may be is of one."""
    tags = {kind_tag(value) for value in values_of(term) or ()}
    is_opaque = isinstance(term, Var) or tags == {"value"}
    return "value" if is_opaque else "" if len(tags) != 1 else tags.pop()


def _all_parts(shapes: Any, values: Any) -> list[Term]:
    pairs = zip(shapes, values, strict=True)
    return [term for shape, value in pairs for term in parts_of(shape, value)]


def _kind(value: Value, default: type = object) -> type:
    if is_term(value):
        return default
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
            return _put_together(kind, [build(item, values) for item in items])
        case Sized(kind, length, slots):
            count = build(length, values)
            return _put_together(kind, [build(slot, values) for slot in slots][:count])
        case Cases(tag, cases):
            own = build(tag, values)
            return {key: build(case, values) for key, case in cases}[own]
        case Fields(kind, fields, hidden):
            named = {name: build(part, values) for name, part in fields}
            return _built_object(kind, {**named, **dict.fromkeys(hidden)})
        case Bits(kind, elements, _):
            return kind([e for e, _ in elements if values.pop(0)])
        case Keys(entries):
            return {key: build(part, values) for key, part in entries}
        case Ungathered(_, example):
            return example
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
