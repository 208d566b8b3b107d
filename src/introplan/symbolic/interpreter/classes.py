"""What a class means to the interpreter: its fields, and the special methods the user gave it.

One place decides whether a class is plain enough for an operation. Methods that `dataclass`,
`NamedTuple` and `Enum` write are not the user's own: the interpreter knows what they mean.
"""

from __future__ import annotations

import dataclasses
import inspect
import types
from typing import Any, cast
from weakref import WeakKeyDictionary

from introplan.symbolic.refusal import Refused

EXACT = frozenset(
    {
        bool, bytes, complex, dict, float, frozenset, int, list, range, set, slice, str, tuple,
        type(None),
    }
)  # fmt: skip
"""Python's own types, none of whose methods a user has overridden."""


LIBRARY = frozenset({"abc", "builtins", "collections", "dataclasses", "enum", "numpy", "typing"})


CONTAINING = (
    "__getattribute__", "__iter__", "__len__", "__getitem__", "__contains__", "__bool__",
    "__reversed__",
)  # fmt: skip


COPYING = (
    "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__",
    "__getnewargs__", "__getnewargs_ex__", "__new__", "__setattr__",
)  # fmt: skip


HARMLESS = frozenset(
    {
        "__annotations__", "__class_getitem__", "__dataclass_fields__", "__dataclass_params__",
        "__dict__", "__doc__", "__init__", "__init_subclass__", "__match_args__", "__module__",
        "__orig_bases__", "__parameters__", "__post_init__", "__qualname__", "__slots__",
        "__weakref__",
    }
)  # fmt: skip


BY_NAME = "give the method a name of its own, and call it by that name"


_found: WeakKeyDictionary[type, dict[str, Any]] = WeakKeyDictionary()
"""What `own_method` found; weak, so that the classes of a program that is gone are freed."""


def own_method(kind: type, name: str) -> Any:
    """What the user's class has under a name, inherited or not; None if that is Python's."""
    if kind in EXACT:
        return None
    known = _found.setdefault(kind, {})
    if name not in known:
        known[name] = _looked_up(kind, name)
    return known[name]


def in_class(kind: type, name: str) -> Any:
    """What a class has under a name, as it stands there; None if nothing."""
    for base in kind.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return None


def has_in_class(kind: type, name: str) -> bool:
    """Has a class anything under a name, be it None?"""
    return any(name in base.__dict__ for base in kind.__mro__)


def _looked_up(kind: type, name: str) -> Any:
    for base in kind.__mro__:
        if name in base.__dict__:
            found = base.__dict__[name]
            return None if is_pythons(base, found) else found
    return None


def is_pythons(base: type, found: Any) -> bool:
    """Is this written in C, or by `dataclass`, `NamedTuple` and the like?"""
    function = inspect.unwrap(getattr(found, "__func__", found))
    if isinstance(function, types.FunctionType):
        return is_generated(function) or function.__module__ in LIBRARY
    return base.__module__ in LIBRARY or isinstance(
        function,
        types.WrapperDescriptorType | types.MethodDescriptorType | types.BuiltinFunctionType,
    )


def is_generated(function: Any) -> bool:
    """Was a function written by the library, while the program ran?"""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == "<string>"


def check_plain_class(kind: type, *names: str) -> None:
    """Refuse a class that has one of these methods of its own."""
    if kind in EXACT:
        return
    for name in names:
        if own_method(kind, name) is not None:
            raise Refused("PY-EXPR", f"the special method {kind.__name__}.{name}", BY_NAME)


def is_compared_by_parts(kind: type) -> bool:
    """Are objects of a class with equal parts equal, and nothing more to it?"""
    if any(own_method(kind, name) is not None for name in ("__eq__", "__ne__", "__hash__")):
        return False
    parameters = getattr(kind, "__dataclass_params__", None)
    return issubclass(kind, tuple) or bool(getattr(parameters, "eq", False))


def has_special_methods(kind: type) -> bool:
    """Does a class have special methods of its own, whichever they are?"""
    names = {name for base in kind.__mro__ for name in base.__dict__ if name.startswith("__")}
    return any(own_method(kind, name) is not None for name in names - HARMLESS)


def is_record(kind: type) -> bool:
    """Is this a dataclass, and not only called one?"""
    fields = getattr(kind, "__dataclass_fields__", None)
    return dataclasses.is_dataclass(kind) and isinstance(fields, dict)


def is_named_tuple(kind: type) -> bool:
    """Is this class made by `NamedTuple` or `namedtuple`?"""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def field_names(kind: type) -> list[str] | None:
    """The names of the parts of a NamedTuple or dataclass."""
    if is_named_tuple(kind):
        return list(cast(Any, kind)._fields)
    if is_record(kind):
        return [field.name for field in dataclasses.fields(kind)]
    return None


def is_frozen(kind: type) -> bool:
    """Is this a dataclass whose fields cannot be set?"""
    parameters = getattr(kind, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.frozen)
