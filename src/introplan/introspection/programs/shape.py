"""The shape of states: which simple values make up a state, and what they are called.

Dataclasses, NamedTuples, tuples, lists, text, dictionaries with fixed keys, sets (one truth value
per element ever seen) and numpy arrays, down to whole numbers, truth values and opaque values.
A list whose length changes has a variable for its length and slots for its items; a part that is
of another kind in another state has a variable that says of which. What is not there (a slot
beyond the length) has a fixed value, so that equal states have equal rows.

`shaping.py` finds the shape of sampled states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from introplan.deferred import deferred
from introplan.symbolic.constraints.interval import Domain, OneOf, Range
from introplan.symbolic.interpreter.values import keys_tag, kind_tag, plain_number
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Sort, Var, exact

if TYPE_CHECKING:
    from introplan.symbolic.constraints import fixed_width
    from introplan.symbolic.constraints.fixed_width import CellNumbers
else:  # for cells of arrays
    fixed_width = deferred("introplan.symbolic.constraints.fixed_width")

MAX_STATE_PARTS = 400
"""States with more simple values than this are not analysed."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One simple value."""

    var: Var
    rest: Any = None
    """What stands in a row where the part is not there."""

    number: Any = None
    """The numpy type of the whole numbers that were seen here, if any."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A tuple, list or text of fixed length."""

    kind: type
    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Sized:
    """A tuple or list whose length changes: the first slots are its items."""

    kind: type
    length: Leaf
    slots: tuple[Shape, ...]
    name: str
    least: int = 0
    """The smallest length that was seen."""


@dataclass(frozen=True, slots=True)
class Cases:
    """A part that is of one of several kinds, and the shape of each."""

    tag: Leaf
    cases: tuple[tuple[str, Shape], ...]
    name: str


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with named parts."""

    kind: type
    fields: tuple[tuple[str, Shape], ...]
    hidden: tuple[str, ...] = ()
    """Attributes that keep a hash, by which the class tells no two objects apart."""


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


@dataclass(frozen=True, slots=True)
class Ungathered:
    """A part that grows without end, such as a link to the state before or the path so far.

    It has no variables. That no rule asks for it is found out as the rules are read (`Unasked`).
    """

    kinds: frozenset[str]
    example: Any
    """What stands in the place of this part where a state is made up."""

    name: str


Shape: TypeAlias = Leaf | Parts | Sized | Cases | Fields | Bits | Keys | Cells | Ungathered


def parts_below(shape: Shape) -> tuple[Shape, ...]:
    """The shapes directly below, in the order of their variables."""
    match shape:
        case Leaf() | Ungathered():
            return ()
        case Parts(_, items):
            return items
        case Sized(_, length, slots):
            return (length, *slots)
        case Cases(tag, cases):
            return (tag, *(case for _, case in cases))
        case Fields(_, parts) | Bits(_, parts) | Keys(parts):
            return tuple(part for _, part in parts)
        case Cells(_, _, cells):
            return cells


def with_parts(shape: Shape, change: Callable[[Shape], Any]) -> Shape:
    """The shape with other shapes directly below."""
    match shape:
        case Leaf() | Bits() | Cells() | Ungathered():
            return shape
        case Parts(kind, items):
            return Parts(kind, tuple(map(change, items)))
        case Sized(_, length, slots):
            return replace(shape, length=change(length), slots=tuple(map(change, slots)))
        case Cases(tag, cases, name):
            return Cases(change(tag), tuple((k, change(case)) for k, case in cases), name)
        case Fields(_, fields):
            return replace(shape, fields=tuple((n, change(part)) for n, part in fields))
        case Keys(entries):
            return Keys(tuple((k, change(part)) for k, part in entries))


def is_gathered(shape: Shape) -> bool:
    """Is every part of a state taken apart?"""
    return not isinstance(shape, Ungathered) and all(map(is_gathered, parts_below(shape)))


def leaves_below(shape: Shape) -> Iterator[Leaf]:
    """The leaves of a shape, in order."""
    if isinstance(shape, Leaf):
        yield shape
    for part in parts_below(shape):
        yield from leaves_below(part)


def leaves_of(shape: Shape) -> list[Var]:
    """The variables of a shape, in order."""
    return [leaf.var for leaf in leaves_below(shape)]


def rest_of(shape: Shape) -> tuple[Any, ...]:
    """What stands in a row for a part that is not there."""
    return tuple(leaf.rest for leaf in leaves_below(shape))


def truths_of(elements: Iterable[Any], name: str) -> tuple[tuple[Any, Leaf], ...]:
    """For each element of a set a variable that says whether it is there."""
    return tuple((e, Leaf(Var(f"{e!r} in {name}", Sort.BOOL), False)) for e in elements)


def enlarged(shape: Shape, place: object, elements: tuple[Any, ...]) -> Shape:
    """The shape with room for more elements in a set, one more item in a list, other keys."""
    if shape is not place:
        return with_parts(shape, lambda part: enlarged(part, place, elements))
    match shape:
        case Bits(kind, there, name):
            return Bits(kind, (*there, *truths_of(elements, name)), name)
        case Sized(_, _, slots, name):
            last, new = f"{name}[{len(slots) - 1}]", f"{name}[{len(slots)}]"
            return replace(shape, slots=(*slots, _renamed(slots[-1], last, new)))
        case Cases(_, cases, name):
            return replace(shape, cases=(*cases, _with_keys(cases, name, elements)))
        case _:
            return shape


def _with_keys(
    cases: tuple[tuple[str, Shape], ...], name: str, keys: tuple[Any, ...]
) -> tuple[str, Shape]:
    """A dictionary with these keys, each as it is in another case; refused if there is none."""
    tag = keys_tag(keys)
    found: dict[Any, Shape] = {}
    for other, case in cases:
        if isinstance(case, Keys):
            for key, part in case.entries:
                found[key] = _renamed(part, f"{name} as {other}", f"{name} as {tag}")
    if not found.keys() >= {*keys}:
        raise Refused("PY-SHAPE", f"a dictionary that gets new keys: {name}")
    return tag, Keys(tuple((key, found[key]) for key in keys))


def _renamed(shape: Shape, old: str, new: str) -> Shape:
    """The same shape with variables of its own."""
    match shape:
        case Leaf(var):
            return replace(shape, var=Var(var.name.replace(old, new, 1), var.sort))
        case Bits(kind, elements, name):
            return Bits(kind, truths_of((e for e, _ in elements), name.replace(old, new, 1)), name)
        case Cells(size, dtype, cells):
            leaves = (_renamed(cell, old, new) for cell in cells)
            return Cells(size, dtype, tuple(x for x in leaves if isinstance(x, Leaf)))
        case Sized() | Cases():
            named = replace(shape, name=shape.name.replace(old, new, 1))
            return with_parts(named, lambda part: _renamed(part, old, new))
        case _:
            return with_parts(shape, lambda part: _renamed(part, old, new))


def cell_numbers(shape: Shape | None) -> CellNumbers | None:
    """The numbers that fit into the arrays of a state; None if it has none."""
    dtypes = [] if shape is None else list(_cell_types(shape))
    return fixed_width.CellNumbers.of(dtypes) if dtypes else None


def _cell_types(shape: Shape) -> Iterator[Any]:
    if isinstance(shape, Cells):
        yield shape.dtype
    elif isinstance(shape, Leaf) and shape.number is not None:
        yield shape.number
    else:
        for part in parts_below(shape):
            yield from _cell_types(part)


def reader_of(shape: Shape) -> Callable[[Any], tuple[Any, ...]]:
    """A function from a state to the values of its variables."""
    names: dict[str, Any] = {}
    texts = _texts(shape, "s", names)
    source = f"lambda s: ({''.join(text + ', ' for text in texts)})"
    reader: Callable[[Any], tuple[Any, ...]] = eval(source, names)
    return reader


def _texts(shape: Shape, place: str, names: dict[str, Any]) -> list[str]:
    match shape:
        case Leaf(_, _, number):
            return [place if number is None else f"{_named(plain_number, names)}({place})"]
        case Parts(_, items):
            pairs = [(f"{place}[{i}]", item) for i, item in enumerate(items)]
        case Sized():
            return [f"*{_named(_slots_reader(shape), names)}({place})"]
        case Cases():
            return [f"*{_named(_cases_reader(shape), names)}({place})"]
        case Fields(_, fields):
            pairs = [(f"{place}.{name}", part) for name, part in fields]
        case Bits(_, elements, _):
            return [f"({_named(e, names)} in {place})" for e, _ in elements]
        case Keys(entries):
            pairs = [(f"{place}[{_named(key, names)}]", part) for key, part in entries]
        case Cells():
            return [f"*{place}.ravel().tolist()"]
        case Ungathered():
            return []
    return [text for inner, part in pairs for text in _texts(part, inner, names)]


def _slots_reader(shape: Sized) -> Callable[[Any], Iterable[Any]]:
    readers = [(reader_of(slot), rest_of(slot)) for slot in shape.slots]

    def read(value: Any) -> list[Any]:
        count = len(value)
        if count > len(readers):
            raise ValueError("longer than any list that was analysed")
        row = [count]
        for place, (reader, rest) in enumerate(readers):
            row += reader(value[place]) if place < count else rest
        return row

    return read


def _cases_reader(shape: Cases) -> Callable[[Any], Iterable[Any]]:
    readers = [(key, reader_of(case), rest_of(case)) for key, case in shape.cases]
    keys = {key for key, _ in shape.cases}

    def read(value: Any) -> list[Any]:
        tag = kind_tag(value)
        if tag not in keys:
            raise ValueError("of another kind than what was analysed")
        row: list[Any] = [tag]
        for key, reader, rest in readers:
            row += reader(value) if key == tag else rest
        return row

    return read


def _named(value: Any, names: dict[str, Any]) -> str:
    name = f"k{len(names)}"
    names[name] = value
    return name


def hull(order: list[Var], rows: list[tuple[Any, ...]]) -> dict[Var, Domain]:
    """The least box around sampled values."""
    box: dict[Var, Domain] = {}
    for var, column in zip(order, zip(*rows, strict=True), strict=True):
        if var.sort is Sort.INT:
            box[var] = Range(min(column), max(column))
        else:
            box[var] = OneOf(tuple(_unique(column)))
    return box


def _unique(column: tuple[Any, ...]) -> Iterable[Any]:
    """The values of a column, once each; 1, True and 1.0 are three values."""
    # Most are the same few objects, and looking for those costs a tenth of comparing by content.
    objects = {id(value): value for value in column}
    return {exact(value): value for value in objects.values()}.values()
