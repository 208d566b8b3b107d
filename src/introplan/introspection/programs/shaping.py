"""Finding the shape of states: what sampled states have in common.

A part that is of one kind in all samples is taken apart. One that is now None, now a tuple, has a
case for each kind; simple values of several kinds (None and text) are one opaque value. A link to
the state before and a list that grows without end are left as they are (`Ungathered`).
"""

from __future__ import annotations

import enum
import sys
from collections import deque
from collections.abc import Sequence
from types import FunctionType
from typing import Any, TypeAlias

from introplan.introspection.programs.shape import (
    MAX_STATE_PARTS,
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
    truths_of,
)
from introplan.symbolic.interpreter.classes import (
    EXACT,
    field_names,
    is_compared_by_parts,
    is_frozen,
    own_method,
)
from introplan.symbolic.interpreter.values import is_simple, kind_tag, plain_number
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Sort, Var, sort_of_values

Steps: TypeAlias = Sequence[tuple[int, int]]
"""Pairs of places in a list of samples: a step from the first led to the second."""

MAX_SLOTS = 16
"""The longest list whose length may change; each slot is a variable, and each length a case. Less
than the steps of a sampled walk, so that a log of all actions is told from a stack at once."""

MAX_KINDS = 8
"""Kinds of values that one part may have."""

MAX_KEY_SETS = 32
"""Sets of keys that one dictionary may have: five things that are there or not."""

MAX_LETTERS = 40
"""Different characters of a text that is taken apart; a text with more is prose, not a board."""

MIN_BOARDS = 6
"""So many different texts of one length are boards, not words, whatever their characters are."""

MAX_TEXT = 200
"""The longest text that is taken apart."""


def shape_of(
    samples: list[Any],
    name: str = "",
    names: tuple[str, ...] = (),
    *,
    steps: Steps | None = None,
) -> Shape:
    """The shape that all samples share; the parts of a tuple may have `names`.

    `steps` are the places of samples that follow each other. With them, links to objects of the
    same class and lists that get longer with every step are left as they are.
    """
    numbers = {type(sample) for sample in samples if plain_number(sample) is not sample}
    if numbers:
        return _with_numbers(samples, name, steps=steps, kinds=numbers)
    first = samples[0]
    kind = type(first)
    if any(type(sample) is not kind for sample in samples):
        return _mixed_shape(samples, name, steps=steps)
    if _is_array(first):
        return _array_shape(samples, name)
    if isinstance(first, dict | list | set | frozenset) and kind not in EXACT:
        what = f"a part of the state that is a {kind.__name__}: {name or 's'}"
        raise Refused("PY-SHAPE", what, "use a plain list, dictionary or set")
    if isinstance(first, dict):
        has_same = all(sample.keys() == first.keys() for sample in samples)
        return (_dict_shape if has_same else _mixed_shape)(samples, name, steps=steps)
    if isinstance(first, set | frozenset):
        return _set_shape(samples, name)
    own = field_names(kind) or _attribute_names(first)
    if own is not None:
        prefix = f"{name}." if name else ""
        columns = ((n, [getattr(s, n) for s in samples]) for n in own)
        hidden = _kept_hashes(kind, samples, own)
        parts = (
            (n, _part_shape(column, prefix + n, steps=steps, around=kind))
            for n, column in columns
            if n not in hidden
        )
        return Fields(kind, tuple(parts), hidden)
    if kind is str and _is_board(samples):
        return _text_shape(samples, name)
    is_row = kind in (tuple, list) or (kind is deque and all(s.maxlen is None for s in samples))
    if is_row or (kind is str and _is_built(samples)):
        return _sequence_shape(samples, name, names, steps=steps)
    return _leaf(samples, name)


def _part_shape(
    samples: list[Any], name: str, *, steps: Steps | None, around: type | None = None
) -> Shape:
    """The shape of a part of an object or a sequence, which may be one that grows without end.

    An object that refers to another one of its class (`around`) is a link to the state before, and
    a list that is longer than all that are taken apart, or always gets longer, is a path.
    """
    is_link = steps is not None and any(type(sample) is around for sample in samples)
    is_path = all(type(s) in (list, tuple) for s in samples) and (
        _has_many_lengths(samples) or _always_grows(samples, steps)
    )
    if not is_link and not is_path:
        return shape_of(samples, name, steps=steps)
    return Ungathered(frozenset(map(kind_tag, samples)), samples[0], name)


def _always_grows(samples: list[Any], steps: Steps | None) -> bool:
    """Do lists get longer with every step?"""
    return bool(steps) and all(len(samples[i]) < len(samples[j]) for i, j in steps or ())


def _has_many_lengths(samples: list[Any]) -> bool:
    lengths = {len(sample) for sample in samples}
    return len(lengths) > 1 and max(lengths) > MAX_SLOTS


def _with_numbers(
    samples: list[Any], name: str, *, steps: Steps | None, kinds: set[type]
) -> Shape:
    """Whole numbers and truth values of numpy are numbers and truth values like others."""
    shape = shape_of([plain_number(sample) for sample in samples], name, steps=steps)
    dtypes = sorted(
        (kind(0).dtype for kind in kinds), key=lambda dtype: (dtype.itemsize, str(dtype))
    )
    if isinstance(shape, Leaf):
        return Leaf(shape.var, shape.rest, dtypes[0])
    if isinstance(shape, Cases):
        cases = (
            (k, Leaf(c.var, c.rest, dtypes[0]) if isinstance(c, Leaf) else c)
            for k, c in shape.cases
        )
        return Cases(shape.tag, tuple(cases), shape.name)
    return shape


def _mixed_shape(samples: list[Any], name: str, *, steps: Steps | None) -> Shape:
    """One opaque value if all are simple, otherwise a case for each kind."""
    if all(not isinstance(s, tuple) and is_simple(s) for s in samples):
        return _leaf(samples, name)
    groups: dict[str, list[Any]] = {}
    for sample in samples:
        groups.setdefault(kind_tag(sample), []).append(sample)
    if len(groups) == 1:
        return _leaf(samples, name)
    if len(groups) > (MAX_KEY_SETS if all(type(s) is dict for s in samples) else MAX_KINDS):
        raise Refused("PY-SHAPE", f"a part of the state of many kinds: {name or 's'}")
    own = name or "s"
    cases = tuple(
        (tag, shape_of(group, f"{own} as {tag}", steps=None if steps is None else ()))
        for tag, group in groups.items()
    )
    first = kind_tag(samples[0])
    return Cases(Leaf(Var(f"kind of {own}", Sort.ANY), first), cases, own)


def _attribute_names(value: Any) -> list[str] | None:
    """The attributes of an object of a plain class of the user's."""
    if isinstance(value, enum.Enum) or type(value).__module__ in (
        "builtins",
        "numpy",
        "collections",
    ):
        return None
    attributes = getattr(value, "__dict__", None)
    slots = {n for n in _slot_names(type(value)) if hasattr(value, n)}
    names = slots.union(attributes if isinstance(attributes, dict) else ())
    return sorted(names) or None


def _kept_hashes(kind: type, samples: list[Any], names: list[str]) -> tuple[str, ...]:
    """Attributes in which objects with an equality of their own keep their hash.

    They are None until they are first asked for, and `__hash__` reads them, `__eq__` does not.
    """
    equal, hashed = own_method(kind, "__eq__"), own_method(kind, "__hash__")
    if not isinstance(equal, FunctionType) or not isinstance(hashed, FunctionType):
        return ()
    asked = {*equal.__code__.co_names}
    if asked & {"hash", "getattr", "vars", "__dict__"}:
        return ()
    return tuple(
        name
        for name in names
        if name in hashed.__code__.co_names
        and name not in asked
        and all(type(getattr(s, name)) in (int, type(None)) for s in samples)
        and any(getattr(s, name) is None for s in samples)
    )


def _slot_names(kind: type) -> list[str]:
    """The names in `__slots__`, of all classes above too."""
    found = [vars(base).get("__slots__", ()) for base in kind.__mro__]
    names = [n for own in found for n in ((own,) if isinstance(own, str) else own)]
    return [n for n in names if not n.startswith("__")]


def _leaf(samples: list[Any], name: str) -> Leaf:
    if not all(is_simple(sample) for sample in samples):
        kinds = sorted({type(s).__name__ for s in samples})
        raise Refused(
            "PY-SHAPE", f"a part of the state that is {' or '.join(kinds)}: {name or 's'}"
        )
    return Leaf(Var(name or "s", sort_of_values(samples)), samples[0])


def _is_board(samples: list[str]) -> bool:
    """Is this text of one length, made of a few characters in many ways?"""
    if len({len(sample) for sample in samples}) > 1 or not 2 <= len(samples[0]) <= MAX_TEXT:
        return False
    texts = set(samples)
    letters = {letter for text in texts for letter in text}
    # On a board a sign can be at several places, unlike the letters of "ns" and "ew".
    columns = [set(column) for column in zip(*texts, strict=True)]
    moves = sum(map(len, columns)) > len(letters)
    return (
        len(texts) > 1
        and len(letters) <= MAX_LETTERS
        and (len(texts) >= MIN_BOARDS or (len(letters) <= 4 and moves))
    )


def _is_built(samples: list[str]) -> bool:
    """Are these texts put together letter by letter, unlike the names of things?"""
    texts = {*samples}
    longer = [text for text in texts if len(text) > 1]
    if not longer or max(map(len, longer)) > MAX_SLOTS or len(set(map(len, texts))) == 1:
        return False
    letters = {letter for text in longer for letter in text}
    built = [
        text
        for text in longer
        if any(text[:place] + text[place + 1 :] in texts for place in range(len(text)))
    ]
    return len(letters) <= MAX_LETTERS and 2 * len(built) >= len(longer)


def _text_shape(samples: list[str], name: str) -> Parts:
    columns = enumerate(zip(*samples, strict=True))
    leaves = (Leaf(Var(f"{name or 's'}[{i}]", Sort.ANY), column[0]) for i, column in columns)
    return Parts(str, tuple(leaves))


def _sequence_shape(
    samples: list[Any], name: str, names: tuple[str, ...], *, steps: Steps | None
) -> Shape:
    own, kind = name or "s", type(samples[0])
    lengths = {len(sample) for sample in samples}
    longest = max(lengths)
    if _has_many_lengths(samples):
        raise Refused("PY-SHAPE", f"a list that grows longer than {MAX_SLOTS}: {own}")
    columns = [[s[i] for s in samples if len(s) > i] for i in range(longest)]
    texts = [item for column in columns for item in column]
    if len(lengths) > 1 and all(type(text) is str for text in texts) and _is_built(texts):
        columns = [texts] * longest  # what is put together goes into any slot
    if steps and len(lengths) > 1:
        steps = ()  # the items of a column are no longer those of all samples
    if len(names) != longest or len(lengths) > 1:
        names = tuple(f"{own}[{i}]" for i in range(longest))
    parts = tuple(
        _part_shape(column, part, steps=steps) for part, column in zip(names, columns, strict=True)
    )
    if len(lengths) == 1:
        return Parts(kind, parts)
    length = Leaf(Var(f"len({own})", Sort.INT), len(samples[0]))
    return Sized(kind, length, parts, own, min(lengths))


def _dict_shape(samples: list[Any], name: str, *, steps: Steps | None) -> Shape:
    parts = (
        (key, _part_shape([s[key] for s in samples], _entry_name(name, key), steps=steps))
        for key in samples[0]
    )
    return Keys(tuple(parts))


def _entry_name(name: str, key: Any) -> str:
    """What an entry is called: like an attribute, where all of the state is a dictionary."""
    is_word = isinstance(key, str) and key.isidentifier()
    return key if is_word and not name else f"{name or 's'}[{key!r}]"


def _set_shape(samples: list[Any], name: str) -> Shape:
    elements = sorted({element for sample in samples for element in sample}, key=repr)
    if len(elements) > MAX_STATE_PARTS or not all(map(_is_element, elements)):
        raise Refused("PY-SHAPE", f"a set with too many or unusual elements: {name or 's'}")
    return Bits(type(samples[0]), truths_of(elements, name or "s"), name or "s")


def _is_element(value: Any) -> bool:
    """Can this be told from other elements of a set: a simple value, or an object made of such?"""
    kind = type(value)
    if not is_frozen(kind) or not is_compared_by_parts(kind):
        return is_simple(value)
    return all(_is_element(getattr(value, name)) for name in field_names(kind) or ())


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
    places = ((_place(i, first.shape), value) for i, value in enumerate(first.ravel().tolist()))
    leaves = (Leaf(Var(f"{name or 's'}[{place}]", sort), value) for place, value in places)
    return Cells(tuple(first.shape), first.dtype, tuple(leaves))


def _place(flat: int, shape: tuple[int, ...]) -> str:
    places = []
    for length in reversed(shape):
        places.append(flat % length)
        flat //= length
    return ", ".join(map(str, reversed(places)))
