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

from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.constraints.interval import Domain, OneOf, Range
from introplan.symbolic.interpreter.classes import EXACT, field_names
from introplan.symbolic.interpreter.values import is_simple
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import const
from introplan.symbolic.terms.term import Sort, Var, sort_of_values

MAX_STATE_PARTS = 400
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
    if isinstance(first, dict | list | set | frozenset) and kind not in EXACT:
        what = f"a part of the state that is a {kind.__name__}: {name or 's'}"
        raise Refused("PY-SHAPE", what, "use a plain list, dictionary or set")
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
    if len(elements) > MAX_STATE_PARTS or not all(is_simple(e) for e in elements):
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
    if not same or first.dtype.kind not in "iub" or first.size > MAX_STATE_PARTS or not first.ndim:
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
