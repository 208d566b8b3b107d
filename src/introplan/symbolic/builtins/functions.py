"""Python's own functions and methods: the table of all that the interpreter knows.

`FUNCTIONS` maps a function or class of Python's to what it means here, `METHODS` a method of one
of Python's types. The tables of the types are in their files; a new builtin goes to the file of
its type (`range` is in ranges.py, `list.append` in sequences.py, `min` in numbers.py), and one
that belongs to no type goes here. What is in neither table is called with concrete arguments if
it is `PURE`, and refused otherwise.
"""

from __future__ import annotations

import functools
import operator
import random
import sys
import types
from collections import deque
from typing import Any

from introplan.symbolic.builtins import (
    deques,
    dicts,
    functional,
    iterators,
    more_iterators,
    numbers,
    parents,
    records,
    sequences,
    sets,
    sorting,
    text,
)
from introplan.symbolic.builtins.array_places import PLACE_METHODS, PLACES
from introplan.symbolic.builtins.arrays import array_method
from introplan.symbolic.builtins.records import NAMED_TUPLE_METHODS
from introplan.symbolic.builtins.unasked import called_unasked, refuse_unasked
from introplan.symbolic.interpreter.classes import (
    CONTAINING,
    EXACT,
    check_plain_class,
    in_class,
    is_named_tuple,
)
from introplan.symbolic.interpreter.concretisation import (
    as_owned,
    call_or_tabulate,
    call_python,
    check_has_no_methods,
    tabulate,
)
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.kinds import copied, has_lengths, lifted, settled
from introplan.symbolic.interpreter.listings import count
from introplan.symbolic.interpreter.protocols import ABSENT, own_length
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import (
    Array,
    BuiltinMethod,
    Closure,
    Entries,
    Items,
    Listing,
    Members,
    Method,
    Record,
    Unasked,
    UnitDraw,
    Value,
    Variant,
    as_term,
    check_plain,
    concrete_value,
    current,
    is_concrete,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Sort, sort_of

PURE: frozenset[Any] = frozenset(
    {
        str, repr, hash, ord, chr, round, pow, divmod, float, complex, bin, hex, oct, format,
        slice, hasattr, str.maketrans,
        operator.add, operator.sub, operator.mul, operator.neg, operator.eq, operator.lt,
        operator.xor, operator.and_, operator.or_, operator.not_, operator.floordiv, operator.mod,
    }
)  # fmt: skip


CHANGING = frozenset(
    {
        "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add",
        "appendleft", "popleft", "extendleft", "rotate", "discard", "update", "setdefault",
        "popitem", "intersection_update", "difference_update",
        "symmetric_difference_update", "fill", "__setitem__", "__delitem__",
    }
)  # fmt: skip


CARRYING = frozenset({"append", "appendleft", "insert", "setdefault", "get", "_replace"})
"""Methods that keep their arguments as they are, whatever they are."""
LENGTHENING = frozenset({"append", "extend", "remove"})
"""Methods of lists that paths with and without them can be merged after (merging.py)."""


def call_pure(
    run: Execution, function: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """A Python function that is known to be pure, on arguments that are known or a few things."""
    name = getattr(function, "__name__", type(function).__name__)
    for argument in (*arguments, *named.values()):
        check_has_no_methods(argument)
    if not arguments and not named and _is_unit_draw(function):
        return UnitDraw()
    if not _is_pure(function):
        hint = "write it out in the model, or compute it before and keep it in a constant"
        raise Refused("PY-CALL", f"a call of {name}, which is not known to be pure", hint)
    try:
        plain = [concrete_value(a) for a in arguments]
        plain_named = {key: concrete_value(a) for key, a in named.items()}
    except KeyError:
        if named or not all(is_term(a) or is_concrete(a) for a in arguments):
            raise Refused("PY-CALL", f"{name} of a value that depends on the state") from None
        return tabulate(run, function, *arguments)
    return as_owned(run, call_python(functools.partial(function, *plain, **plain_named)))


def _is_unit_draw(function: Any) -> bool:
    """Is it `random.random`, or that method of a generator of Python's or numpy's?"""
    owner = getattr(function, "__self__", None)
    is_generator = isinstance(owner, random.Random) or (
        type(owner).__module__.startswith("numpy.random")
    )
    return is_generator and getattr(function, "__name__", "") == "random"


def _is_pure(function: Any) -> bool:
    try:
        return function in PURE or getattr(function, "__module__", "") == "math"
    except TypeError:
        return False


def call_method(  # noqa: C901 - one case per kind
    run: Execution, receiver: Value, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """receiver.name(*arguments, **named) for a value of one of Python's types."""
    if isinstance(receiver, Variant):
        if name in CHANGING:
            receiver = settled(run, receiver)
            return run.call(records.attribute(run, receiver, name), arguments, named)
        return lifted(
            run,
            receiver,
            lambda case: run.call(records.attribute(run, case, name), arguments, named),
        )
    if name not in CARRYING and any(isinstance(a, Variant) for a in arguments):
        arguments = [settled(run, argument) for argument in arguments]
    if isinstance(receiver, Unasked):
        return called_unasked(receiver, name)
    if isinstance(receiver, Array) and name in PLACE_METHODS:
        return call_builtin(run, PLACES[name], [receiver, *arguments], named)
    if isinstance(receiver, Array):
        return array_method(run, receiver, name, arguments, named)
    if name in LENGTHENING:
        run.check_may_lengthen(receiver, name)
    elif isinstance(receiver, Members) and name in CHANGING:
        run.check_may_set(receiver, name)
    elif name in CHANGING and name != "setdefault":
        run.check_may_change(receiver, name)
    handler = _method(receiver, name)
    if handler is not None:
        return call_builtin(run, handler, [receiver, *arguments], named)
    if is_concrete(receiver) and name not in CHANGING:
        return _of_known(run, receiver, name, arguments, named)
    if is_term(receiver) and not named and all(is_concrete(a) or is_term(a) for a in arguments):
        return tabulate(run, _Caller(name), receiver, *arguments)
    raise Refused("PY-CALL", f"the method {name} on a value that depends on the state")


def builtin_for(function: Value) -> Builtin | None:
    """What a function of Python's means here; None if it is not in the table."""
    try:
        return FUNCTIONS.get(function)
    except TypeError:
        return None  # a callable object without a hash


def call_builtin(
    run: Execution, handler: Builtin, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """One of Python's own functions or methods; arguments it does not expect are refused."""
    if handler in ON_VARIANTS and arguments and isinstance(arguments[0], Variant):
        first, rest = current(arguments[0]), arguments[1:]
        if handler in _OF_LENGTHS and not rest and has_lengths(first):
            kind = _OF_LENGTHS[handler]
            return first.tag if kind is None else copied(run, first, kind)
        return lifted(
            run, arguments[0], lambda case: call_builtin(run, handler, [case, *rest], named)
        )
    # A TypeError from the call itself (no inner frame) means wrong arguments; one from inside is
    # a mistake of ours and must not look like a refusal.
    try:
        return handler(run, *arguments, **named)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            raise Refused("PY-CALL", "a call with these arguments") from None
        raise


def _method(receiver: Value, name: str) -> Builtin | None:
    """What the method of a container means here, if that is known."""
    kind = _class_of(receiver)
    if kind is None or (isinstance(receiver, range) and sequence(receiver) is None):
        return None
    if is_concrete(receiver) and not isinstance(receiver, tuple) and kind not in EXACT:
        check_plain(receiver, *CONTAINING, "__eq__")
    if is_named_tuple(kind) and name in NAMED_TUPLE_METHODS:
        return NAMED_TUPLE_METHODS[name]
    found = in_class(kind, name)
    return METHODS.get(found) if isinstance(found, types.MethodDescriptorType) else None


def _class_of(receiver: Value) -> type | None:
    match receiver:
        case Items(kind) | Listing(kind) | Members(kind) | Record(kind):
            return kind
        case Entries():
            return dict
        case _:
            return type(receiver) if is_concrete(receiver) else None


class _Caller:
    """value.name(...) as a function."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.__name__ = f"the method {name}"

    def __call__(self, receiver: Any, *arguments: Any) -> Any:
        return getattr(receiver, self.name)(*arguments)


def _of_known(
    run: Execution, receiver: Any, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    try:
        plain = [concrete_value(a) for a in arguments]
        plain_named = {key: concrete_value(a) for key, a in named.items()}
    except KeyError:
        if not named and all(is_concrete(a) or is_term(a) for a in arguments):
            return tabulate(run, _Caller(name), receiver, *arguments)
        raise Refused("PY-CALL", f"the method {name} of values that depend on the state") from None
    return as_owned(run, call_python(lambda: getattr(receiver, name)(*plain, **plain_named)))


def _len(run: Execution, value: Value, /) -> Value:
    refuse_unasked(value)
    match value:
        case Members(_, members):
            ones = [(terms.number(as_term(m)), 1) for m in members.values()]
            return unwrapped(terms.combine(*ones))
        case Listing(_, pairs):
            return count([held for held, _ in pairs])
        case Entries(items):
            return len(items)
        case View():
            return len(value.rows())
        case Array(shape):
            return shape[0]
        case Stream():
            raise Raised(TypeError)
    length = own_length(run, value)
    if length is not ABSENT:
        return length
    parts = sequence(value)
    return len(parts) if parts is not None else call_or_tabulate(run, len, value)


def _print(run: Execution, /, *values: Value, **named: Value) -> Value:
    """Output is no part of what a function gives; texts that the user's code makes might be."""
    if named.keys() - {"sep", "end", "flush"} or not all(_has_own_text(run, v) for v in values):
        raise Refused("PY-PURE", "printing", "leave the output to the caller")


def _has_own_text(run: Execution, value: Value) -> bool:
    """Is it printed by Python's own code, whatever the state?"""
    if is_term(value):
        return True
    parts = sequence(value)
    if parts is not None:
        return all(_has_own_text(run, part) for part in parts)
    kind = type_of(run, value)
    texts = (kind.__str__, kind.__repr__, kind.__format__)
    return not any(isinstance(text, types.FunctionType) for text in texts)


def is_instance(run: Execution, value: Value, kinds: Value, /) -> Value:
    """isinstance(value, kinds)"""
    plain = concrete_value(kinds)
    for kind in plain if isinstance(plain, tuple) else (plain,):
        check_plain_class(type(kind), "__instancecheck__", "__subclasscheck__")
    if is_term(value):
        if sort_of(value) is Sort.ANY:
            return tabulate(run, isinstance, value, plain)
        return issubclass(bool if sort_of(value) is Sort.BOOL else int, plain)
    return call_python(issubclass, type_of(run, value), plain)


def type_of(run: Execution, value: Value, /) -> Any:
    """type(value)"""
    match value:
        case Items(kind) | Listing(kind) | Record(kind) | Members(kind):
            return kind
        case Entries():
            return dict
        case Array():
            return sys.modules["numpy"].ndarray
        case _ if is_term(value):
            if sort_of(value) is Sort.ANY:
                raise Refused("PY-CALL", "the type of a value that depends on the state")
            return bool if sort_of(value) is Sort.BOOL else int
        case _ if is_concrete(value):
            return type(value)
        case _:
            raise Refused("PY-CALL", f"the type of {kind_of(value)}")


def _callable(run: Execution, value: Value, /) -> bool:
    match value:
        case Record(kind):
            return hasattr(kind, "__call__")  # noqa: B004 - the class is asked, as Python does
        case Closure() | Method() | BuiltinMethod():
            return True
        case Variant() | Unasked():
            raise Refused("PY-CALL", "callable of a value of several kinds")
        case _:
            return is_concrete(value) and callable(value)


FUNCTIONS: dict[Any, Builtin] = {
    **numbers.FUNCTIONS,
    **sequences.FUNCTIONS,
    **sorting.FUNCTIONS,
    **deques.FUNCTIONS,
    **sets.FUNCTIONS,
    **dicts.FUNCTIONS,
    **iterators.FUNCTIONS,
    **more_iterators.FUNCTIONS,
    **records.FUNCTIONS,
    **parents.FUNCTIONS,
    **functional.FUNCTIONS,
    len: _len,
    isinstance: is_instance,
    type: type_of,
    print: _print,
    callable: _callable,
}
METHODS: dict[Any, Builtin] = {
    **sequences.METHODS,
    **sorting.METHODS,
    **deques.METHODS,
    deque.copy: records.copy_shallow,
    **sets.METHODS,
    **dicts.METHODS,
    **text.METHODS,
    list.copy: records.copy_shallow,
    dict.copy: records.copy_shallow,
    set.copy: records.copy_shallow,
    frozenset.copy: records.copy_shallow,
}

ON_VARIANTS = frozenset(
    FUNCTIONS[function]
    for function in (
        len, isinstance, type, list, tuple, set, frozenset, sorted, sum, min, max, abs, int, bool,
        float, dict,
    )
)  # fmt: skip
"""Functions that look at their first argument: of a value of several kinds, at each."""
_OF_LENGTHS: dict[Builtin, type | None] = {
    FUNCTIONS[len]: None,
    FUNCTIONS[list]: list,
    FUNCTIONS[tuple]: tuple,
}
"""What need not be done length by length: the length itself, and copies."""
