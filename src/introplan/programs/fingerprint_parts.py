"""What wrappers, methods and other values are made of, and what codes import: for fingerprints."""

from __future__ import annotations

import ast
import dis
import enum
import functools
import operator
import re
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from introplan.modules import full_name
from introplan.programs.known_code import is_library

_ADDRESS = re.compile(" at 0x[0-9a-f]+")

_DESCRIPTORS = (
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.GetSetDescriptorType,
    types.MemberDescriptorType,
    types.ClassMethodDescriptorType,
)


_PARTS: tuple[tuple[Any, Callable[[Any], tuple[Any, ...]]], ...] = (
    (types.MethodType, lambda value: (value.__func__, value.__self__)),
    ((staticmethod, classmethod), lambda value: (value.__func__,)),
    (property, lambda value: (value.fget, value.fset, value.fdel)),
    (functools.partial, lambda v: (v.func, v.args, v.keywords, vars(v))),
    (functools.cached_property, lambda value: (value.func,)),
    (
        (operator.itemgetter, operator.attrgetter, operator.methodcaller),
        lambda value: value.__reduce__(),
    ),
    # Marks that slicing puts into trees are told by their class (`slicing.Unread`).
    (ast.AST, lambda v: (_ADDRESS.sub("", ast.dump(v, include_attributes=True)),)),
    (_DESCRIPTORS, lambda value: (value.__objclass__.__qualname__, value.__name__)),
    ((types.GenericAlias, types.UnionType), lambda value: (repr(value),)),
)
"""What wrappers and the like are made of."""


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """The parts of a value of a kind that has them; None for other values."""
    for kind, parts in _PARTS:
        if isinstance(value, kind):
            return parts(value)
    logging = sys.modules.get("logging")  # there is no logger where it was not loaded
    if logging is not None and isinstance(value, logging.Logger):
        return (value.name,)
    if type(value).__qualname__ == "_tuplegetter":  # a field of a named tuple
        return (value.__reduce__()[1][0],)
    return (repr(value),) if type(value).__module__ in ("typing", "numpy.dtypes") else None


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code and those inside of it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes_in(constant)


def slots_of(kind: type) -> Iterator[str]:
    """The names by which the slots of a class are found."""
    own = vars(kind).get("__slots__", ())
    for name in (own,) if isinstance(own, str) else own:
        if name not in ("__dict__", "__weakref__"):
            hides = name.startswith("__") and not name.endswith("__")
            yield f"_{kind.__name__.lstrip('_')}{name}" if hides else name


builtins_of: Callable[[Any], Mapping[str, Any]] = operator.attrgetter("__builtins__")
"""What a function finds where its module has nothing of a name."""

_IMPORT = dis.opmap["IMPORT_NAME"]


def imported_by(code: types.CodeType, names: Mapping[str, Any]) -> Iterator[str]:
    """The full names of the modules that a code with these globals imports when it runs."""
    if _IMPORT not in code.co_code[::2]:
        return
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    for place, step in enumerate(steps):
        if step.opname == "IMPORT_NAME":
            name, level = step.argval, steps[place - 2].argval
            if not level:
                yield full_name(name.partition(".")[0], 0, names)
            yield full_name(name, level, names)


_OF_ENUMS = frozenset({"_value_", "_name_", "__objclass__", "_sort_order_"})


def entries_of_enum(kind: type[enum.Enum]) -> Iterator[tuple[str, Any]]:
    """Names and values in an enumeration: its members', what they carry, and what else there is.

    Its own tables say nothing more.
    """
    for name, member in kind.__members__.items():
        yield name, member._value_
        yield from ((n, v) for n, v in vars(member).items() if n not in _OF_ENUMS)
    for name, value in vars(kind).items():
        is_code = isinstance(value, types.FunctionType | property | staticmethod | classmethod)
        if is_code or (not name.startswith("_") and name not in kind.__members__):
            yield name, value


def may_differ(value: Any) -> bool:
    """May what stands in a module of Python's or numpy's be something else another time?

    Its data may, and a function that was put there from outside.
    """
    if isinstance(value, types.FunctionType):
        return not is_library(value.__code__.co_filename)
    return not isinstance(value, type | types.ModuleType) and not callable(value)


def is_of_numpy(value: Any) -> bool:
    """Is it an array, or another thing of numpy's compiled code that has its name there?"""
    if hasattr(value, "tobytes"):
        return True
    name = getattr(value, "__name__", "")
    return getattr(sys.modules["numpy"], name, None) is value
