"""The shape of states: which simple values make up a state, and what they are called.

Sampled states fix the shape: dataclasses, NamedTuples, tuples, lists, dictionaries with fixed
keys, sets (one truth value per element ever seen) and numpy arrays, down to whole numbers, truth
values and opaque values. A part whose own shape changes from state to state is one opaque value.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from introplan.introspection.programs.arithmetic import const
from introplan.introspection.programs.bounds import Box, Domain, OneOf, Range
from introplan.introspection.programs.cells import CellNumbers
from introplan.introspection.programs.misfits import misfit
from introplan.introspection.programs.signals import Outgrown, Refused
from introplan.introspection.programs.terms import Sort, Term, Var, sort_of, sort_of_values
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    as_term,
    field_names,
    is_raw,
    is_simple,
    is_term,
    sequence,
    unwrapped,
)

MOST_PARTS = 400
"""States with more simple values than this are not analysed."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One simple value."""

    var: Var


@dataclass(frozen=True, slots=True)
class Parts:
    """A tuple or list of fixed length."""

    kind: type
    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with named parts."""

    kind: type
    fields: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class Bits:
    """A set: for each element that was ever seen, whether it is there."""

    kind: type
    elements: tuple[tuple[Any, Leaf], ...]
    name: str


@dataclass(frozen=True, slots=True)
class Keys:
    """A dictionary with fixed keys."""

    entries: tuple[tuple[Any, Shape], ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """A numpy array."""

    shape: tuple[int, ...]
    dtype: Any
    cells: tuple[Leaf, ...]


Shape: TypeAlias = Leaf | Parts | Fields | Bits | Keys | Cells


def shape_of(samples: list[Any], name: str = "", names: tuple[str, ...] = ()) -> Shape:
    """The shape that all samples share; the parts of a tuple may have `names`."""
    first = samples[0]
    kind = type(first)
    if any(type(sample) is not kind for sample in samples):
        return _leaf(samples, name)
    if _is_array(first):
        return _array_shape(samples, name)
    if isinstance(first, dict):
        return _dict_shape(samples, name)
    if isinstance(first, set | frozenset):
        return _set_shape(samples, name)
    own = field_names(kind) or _attribute_names(first)
    if own is not None:
        prefix = f"{name}." if name else ""
        parts = ((n, shape_of([getattr(s, n) for s in samples], prefix + n)) for n in own)
        return Fields(kind, tuple(parts))
    if kind in (tuple, list):
        return _sequence_shape(samples, name, names)
    return _leaf(samples, name)


def _attribute_names(value: Any) -> list[str] | None:
    """The attributes of an object of a plain class of the user's."""
    if isinstance(value, enum.Enum) or type(value).__module__ in ("builtins", "numpy"):
        return None
    attributes = getattr(value, "__dict__", None)
    return sorted(attributes) if isinstance(attributes, dict) and attributes else None


def _leaf(samples: list[Any], name: str) -> Leaf:
    if not all(is_simple(sample) for sample in samples):
        kinds = sorted({type(s).__name__ for s in samples})
        raise Refused(
            "PY-SHAPE", f"a part of the state that is {' or '.join(kinds)}: {name or 's'}"
        )
    return Leaf(Var(name or "s", sort_of_values(samples)))


def _sequence_shape(samples: list[Any], name: str, names: tuple[str, ...]) -> Shape:
    if len({len(sample) for sample in samples}) > 1:
        return _leaf(samples, name)
    columns = ([s[i] for s in samples] for i in range(len(samples[0])))
    if len(names) != len(samples[0]):
        names = tuple(f"{name or 's'}[{i}]" for i in range(len(samples[0])))
    parts = (shape_of(column, part) for part, column in zip(names, columns, strict=True))
    return Parts(type(samples[0]), tuple(parts))


def _dict_shape(samples: list[Any], name: str) -> Shape:
    if any(sample.keys() != samples[0].keys() for sample in samples):
        raise Refused("PY-SHAPE", f"a dictionary whose keys change: {name or 's'}")
    return Keys(
        tuple(
            (key, shape_of([s[key] for s in samples], f"{name or 's'}[{key!r}]"))
            for key in samples[0]
        )
    )


def _set_shape(samples: list[Any], name: str) -> Shape:
    elements = sorted({element for sample in samples for element in sample}, key=repr)
    if len(elements) > MOST_PARTS or not all(is_simple(e) for e in elements):
        raise Refused("PY-SHAPE", f"a set with too many or unusual elements: {name or 's'}")
    return Bits(type(samples[0]), _leaves_of(elements, name or "s"), name or "s")


def _leaves_of(elements: Iterable[Any], name: str) -> tuple[tuple[Any, Leaf], ...]:
    return tuple((e, Leaf(Var(f"{e!r} in {name}", Sort.BOOL))) for e in elements)


def enlarged(shape: Shape, place: object, elements: tuple[Any, ...]) -> Shape:
    """The shape with room for more elements in one of its sets."""
    match shape:
        case Bits(kind, there, name) if shape is place:
            return Bits(kind, (*there, *_leaves_of(elements, name)), name)
        case Parts(kind, items):
            return Parts(kind, tuple(enlarged(item, place, elements) for item in items))
        case Fields(kind, fields):
            return Fields(kind, tuple((n, enlarged(f, place, elements)) for n, f in fields))
        case Keys(entries):
            return Keys(tuple((k, enlarged(e, place, elements)) for k, e in entries))
        case _:
            return shape


def _is_array(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def _array_shape(samples: list[Any], name: str) -> Shape:
    first = samples[0]
    same = all(s.shape == first.shape and s.dtype == first.dtype for s in samples)
    if not same or first.dtype.kind not in "iub" or first.size > MOST_PARTS or not first.ndim:
        raise Refused(
            "PY-SHAPE", f"an array of another kind than small whole numbers: {name or 's'}"
        )
    sort = Sort.BOOL if first.dtype.kind == "b" else Sort.INT
    places = (_place(i, first.shape) for i in range(first.size))
    leaves = (Leaf(Var(f"{name or 's'}[{place}]", sort)) for place in places)
    return Cells(tuple(first.shape), first.dtype, tuple(leaves))


def cell_numbers(shape: Shape | None) -> CellNumbers | None:
    """The numbers that fit into the arrays of a state; None if it has none."""
    dtypes = [] if shape is None else list(_cell_types(shape))
    return CellNumbers.of(dtypes) if dtypes else None


def _cell_types(shape: Shape) -> Iterator[Any]:
    match shape:
        case Cells(_, dtype):
            yield dtype
        case Parts(_, items):
            for item in items:
                yield from _cell_types(item)
        case Fields(_, parts) | Keys(parts):
            for _, part in parts:
                yield from _cell_types(part)


def _place(flat: int, shape: tuple[int, ...]) -> str:
    places = []
    for length in reversed(shape):
        places.append(flat % length)
        flat //= length
    return ", ".join(map(str, reversed(places)))


def leaves_of(shape: Shape) -> list[Var]:
    """The variables of a shape, in order."""
    match shape:
        case Leaf(var):
            return [var]
        case Parts(_, items):
            return [var for item in items for var in leaves_of(item)]
        case Fields(_, parts) | Bits(_, parts) | Keys(parts):
            return [var for _, part in parts for var in leaves_of(part)]
        case Cells(_, _, cells):
            return [cell.var for cell in cells]


def reader_of(shape: Shape) -> Callable[[Any], tuple[Any, ...]]:
    """A function from a state to the values of its variables."""
    names: dict[str, Any] = {}
    texts = _texts(shape, "s", names)
    source = f"lambda s: ({''.join(text + ', ' for text in texts)})"
    reader: Callable[[Any], tuple[Any, ...]] = eval(source, names)
    return reader


def _texts(shape: Shape, place: str, names: dict[str, Any]) -> list[str]:
    match shape:
        case Leaf():
            return [place]
        case Parts(_, items):
            pairs = [(f"{place}[{i}]", item) for i, item in enumerate(items)]
        case Fields(_, fields):
            pairs = [(f"{place}.{name}", part) for name, part in fields]
        case Bits(_, elements, _):
            return [f"({_named(e, names)} in {place})" for e, _ in elements]
        case Keys(entries):
            pairs = [(f"{place}[{_named(key, names)}]", part) for key, part in entries]
        case Cells():
            return [f"*{place}.ravel().tolist()"]
    return [text for inner, part in pairs for text in _texts(part, inner, names)]


def _named(value: Any, names: dict[str, Any]) -> str:
    name = f"k{len(names)}"
    names[name] = value
    return name


def symbolic(shape: Shape, box: Box, made: int) -> Value:
    """A state whose variables are unknown (known, where the box leaves one value)."""
    return filled(shape, {}, box, made)


def filled(shape: Shape, terms: dict[Var, Term], box: Box, made: int) -> Value:
    """A state whose variables have these terms, and are unknown otherwise."""
    match shape:
        case Leaf(var):
            return unwrapped(terms[var]) if var in terms else _single(var, box)
        case Parts(kind, items):
            values = [filled(item, terms, box, made) for item in items]
            is_known = kind is tuple and all(map(is_raw, values))
            return tuple(values) if is_known else Items(kind, values, made)
        case Fields(kind, fields):
            return Record(kind, {n: filled(part, terms, box, made) for n, part in fields}, made)
        case Bits(kind, elements, _):
            held = {e: filled(part, terms, box, made) for e, part in elements}
            if kind is frozenset and all(map(is_raw, held.values())):
                return frozenset(e for e, is_there in held.items() if is_there)
            return Members(kind, held, made)
        case Keys(entries):
            return Entries({key: filled(part, terms, box, made) for key, part in entries}, made)
        case Cells(size, dtype, cells):
            return Array(size, dtype, [filled(cell, terms, box, made) for cell in cells], made)


def _single(var: Var, box: Box) -> Value:
    domain = box.get(var)
    if domain is None or domain.size != 1:
        return var
    return next(iter(domain))


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
        case Fields(kind, fields), _ if is_raw(value) and type(value) is kind:
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
    if items is not None and not is_raw(value):
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


def hull(order: list[Var], rows: list[tuple[Any, ...]]) -> dict[Var, Domain]:
    """The least box around sampled values."""
    box: dict[Var, Domain] = {}
    for position, var in enumerate(order):
        column = [row[position] for row in rows]
        if var.sort is Sort.INT:
            box[var] = Range(min(column), max(column))
        else:
            unique = {const(value): value for value in column}
            box[var] = OneOf(tuple(unique.values()))
    return box
