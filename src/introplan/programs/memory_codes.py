"""Codes of values in the memory of an object: the same for equal values, and the way back.

Numbers, texts and None are their own codes. All others are tuples that begin with a `Kind`: parts
of the memory by their numbers, tuples by the codes of what they hold, and what a step made new by
its content. A new object that is met again is told by when it was met first, so that objects that
hold each other stay so.
"""

from __future__ import annotations

import enum
import logging
import random
from collections import deque
from collections.abc import Hashable, Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from introplan.programs.copying import is_immutable
from introplan.programs.layout import is_frozen, layout_of, numpy_type

ATOMS = (ModuleType, type, FunctionType, BuiltinFunctionType, enum.Enum)
"""What belongs to the program and is the same in each state."""

LEFT_OUT = ("numpy.random", "gymnasium.spaces", "gym.spaces", "pygame")
"""Modules of generators, spaces and pictures, which are no part of a state."""


class Unsupported(Exception):  # noqa: N818 - no error of the user's
    """There is something that cannot be told apart or put back."""


class Kind:
    """What begins the code of a value that is not its own code: no other code is a tuple.

    Plain numbers, since members of an enum are hashed in Python, and states are hashed often.
    """

    AS = 0
    PART = 1
    TUPLE = 2
    NEW = 3
    ARRAY = 4
    METHOD = 5
    OUT = 6
    SAME = 7


PLAIN = frozenset({int, str, bytes, type(None)})
"""Types whose values are their own codes."""

NUMBERS: set[type] = {bool, float, complex}
"""Other types of values that never change; numpy's are added when they are met."""


def is_left_out(value: Any) -> bool:
    """Is it a generator of random numbers, a space of them, a logger, or a picture?"""
    kinds = type(value).__mro__
    return isinstance(value, random.Random | logging.Logger | logging.LoggerAdapter) or any(
        k.__module__.startswith(LEFT_OUT) for k in kinds
    )


BUILT_IN = (dict, list, set, deque)


class Codes:
    """Values to codes and back, where these objects are parts with numbers."""

    def __init__(self, parts: list[Any]) -> None:
        self.parts = parts
        self.numbers = {id(part): number for number, part in enumerate(parts)}
        self.made: list[Any] = []
        """The new objects of the present state, in the order in which their codes come."""

    def code(self, value: Any, new: dict[int, int]) -> Hashable:
        """The same for equal values in any state, and what `_value` makes the value of."""
        kind = type(value)
        if kind in PLAIN:
            return value  # type: ignore[no-any-return]
        if kind in NUMBERS:
            return (Kind.AS, kind, value)
        number = self.numbers.get(id(value))
        if number is not None:
            return (Kind.PART, number)
        if kind is tuple or is_named_tuple(value):
            return (Kind.TUPLE, kind, tuple([self.code(v, new) for v in value]))
        if issubclass(kind, numpy_type("generic")) and is_immutable(value):
            NUMBERS.add(kind)
            return (Kind.AS, kind, value)
        if is_left_out(value):
            return (Kind.OUT,)
        if is_atom(value):
            return (Kind.AS, kind, value)
        if kind is MethodType:
            return (Kind.METHOD, value.__func__, self.code(value.__self__, new))
        return self._of_new(value, new)

    def _of_new(self, value: Any, new: dict[int, int]) -> Hashable:
        """What was made by a step; the second time it is met, the number it got at the first."""
        kind = type(value)
        if id(value) in new:
            return (Kind.SAME, new[id(value)])
        new[id(value)] = len(new)
        if is_array(value):
            return (Kind.ARRAY, str(value.dtype), value.shape, value.tobytes())
        if kind is dict:
            pairs = [(self.code(k, new), self.code(v, new)) for k, v in value.items()]
            return (Kind.NEW, kind, tuple(pairs))
        if kind in (list, deque):
            return (Kind.NEW, kind, tuple([self.code(v, new) for v in value]))
        if kind is set:
            return (Kind.NEW, kind, self.unordered(value, new))
        empty(value)
        return (Kind.NEW, kind, tuple([(n, self.code(v, new)) for n, v in vars(value).items()]))

    def unordered(self, values: Any, new: dict[int, int]) -> Hashable:
        """The codes of the members of a set."""
        count = len(new)
        codes = frozenset([self.code(v, new) for v in values])
        if len(new) > count:  # their numbers would depend on the order
            raise Unsupported
        return codes

    def value(self, code: Any) -> Any:
        """What a code is the code of."""
        if type(code) is not tuple:
            return code
        match code:
            case (Kind.PART, number):
                return self.parts[number]
            case (Kind.TUPLE, kind, codes):
                values = map(self.value, codes)
                return tuple(values) if kind is tuple else tuple.__new__(kind, values)
            case (Kind.AS, _, value):
                return value
            case (Kind.METHOD, function, owner):
                return MethodType(function, self.value(owner))
            case (Kind.SAME, number):
                return self.made[number]
            case (Kind.ARRAY, kind, shape, content):
                self.made.append(array(kind, shape, content).copy())
                return self.made[-1]
            case (Kind.NEW, kind, codes):
                return self._make(kind, codes)
            case _:
                raise Unsupported

    def _make(self, kind: type, codes: Any) -> Any:
        made: Any = object.__new__(kind) if kind not in BUILT_IN else kind()
        self.made.append(made)  # before its parts, which may hold it
        if kind is dict:
            made.update({self.value(k): self.value(v) for k, v in codes})
        elif kind is set:
            made.update(map(self.value, codes))
        elif kind in BUILT_IN:
            made.extend(map(self.value, codes))
        else:
            vars(made).update({name: self.value(code) for name, code in codes})
        return made


def is_atom(value: Any) -> bool:
    """Is it the same in each state, by itself and by all that it holds?"""
    if isinstance(value, ATOMS):
        return True
    kind = type(value)
    if kind is tuple or is_named_tuple(value):
        return False  # whether 1 or True is in it counts
    if not is_immutable(value):
        return _is_handle(value)
    return not is_frozen(kind) or _is_hashable(value)


def _is_handle(value: Any) -> bool:
    """Is it a lock or another thing of the system's, without content and in no way copied?

    What is iterated hides how far it is: that is content.
    """
    if hasattr(value, "__dict__") or hasattr(value, "__next__") or hasattr(value, "__deepcopy__"):
        return False
    try:
        value.__reduce_ex__(4)
    except TypeError:
        kind: Any = type(value)
        return bool(kind.__hash__ is object.__hash__)
    return False


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def is_named_tuple(value: Any) -> bool:
    """Is it a tuple with names, and with nothing else?"""
    kind = type(value)
    return isinstance(value, tuple) and hasattr(kind, "_fields") and layout_of(kind).is_bare


def is_array(value: Any) -> bool:
    """Is it an array of numpy's?"""
    return type(value) is numpy_type("ndarray")


def array(kind: Any, shape: Any, content: bytes) -> Any:
    """An array of this content, which cannot be changed."""
    import numpy

    return numpy.frombuffer(content, dtype=kind).reshape(shape)


def empty(value: Any) -> Any:
    """A live part without content; an array has its content at once."""
    kind: Any = type(value)
    if kind in (dict, list, set):
        return kind()
    if kind is deque:
        return deque(maxlen=value.maxlen)
    if is_array(value) and not value.dtype.hasobject:
        return value.copy()
    layout = layout_of(kind)
    is_made_plainly = layout.root is object and not layout.is_opaque and not layout.slots
    if not is_made_plainly or not hasattr(value, "__dict__"):
        raise Unsupported
    return object.__new__(kind)


def values_in(value: Any) -> Iterator[Any]:
    """What a part holds."""
    kind = type(value)
    if kind is dict:
        yield from value
        yield from value.values()
    elif kind in (list, deque, set):
        yield from value
    elif not is_array(value):
        yield from vars(value).values()
