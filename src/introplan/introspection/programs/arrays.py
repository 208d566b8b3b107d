"""numpy arrays of small numbers and truth values: read, compared and written cell by cell.

Comparisons of arrays are arrays of conditions, as in numpy; arithmetic on whole arrays is refused,
because the cells of an array have a size and numbers here do not.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.comparing import equals, ordered
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.tabulating import number_like
from introplan.introspection.programs.truth import truth_value
from introplan.introspection.programs.values import (
    FOREIGN,
    Array,
    Items,
    Value,
    as_term,
    is_raw,
    sequence,
    unwrapped,
)


def array_method(
    machine: Machine, array: Array, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """array.name(*arguments)"""
    if named or arguments:
        raise Refused("PY-CALL", f"the array method {name} with arguments")
    match name:
        case "copy":
            return Array(array.shape, array.dtype, list(array.cells), machine.stamp())
        case "flatten" | "ravel":
            return Array((len(array.cells),), array.dtype, list(array.cells), FOREIGN)
        case "tolist" if len(array.shape) == 1:
            return Items(list, list(array.cells), machine.stamp())
        case "sum":
            parts = [(terms.number(as_term(cell)), 1) for cell in array.cells]
            return unwrapped(terms.combine(*parts))
        case "all":
            return unwrapped(terms.conjoin(_truths(machine, array)))
        case "any":
            return unwrapped(terms.disjoin(_truths(machine, array)))
        case "min" | "max" if array.dtype.kind != "b":
            numbers = [as_term(cell) for cell in array.cells]
            return unwrapped((terms.smallest if name == "min" else terms.largest)(numbers))
        case _:
            raise Refused("PY-CALL", f"the array method {name}")


def _truths(machine: Machine, array: Array) -> list[Any]:
    return [as_term(truth_value(machine, cell)) for cell in array.cells]


def is_array(value: Value) -> bool:
    """Is this an array, known or not?"""
    numpy = sys.modules.get("numpy")
    return isinstance(value, Array) or (numpy is not None and isinstance(value, numpy.ndarray))


def as_array(value: Value) -> Array | None:
    """An array or nested list with its cells; None for anything else."""
    if isinstance(value, Array):
        return value
    if is_array(value):
        if value.dtype.kind not in "ib":
            raise Refused("PY-EXPR", "an array of another kind than whole numbers")
        return Array(tuple(value.shape), value.dtype, value.ravel().tolist(), FOREIGN)
    items = sequence(value)
    if items is None or not all(number_like(item) for item in items):
        return None
    numpy: Any = sys.modules["numpy"]
    return Array((len(items),), numpy.dtype(int), items, FOREIGN)


def compare_arrays(machine: Machine, op: ast.cmpop, left: Value, right: Value) -> Value:
    """A comparison of arrays, or of an array and a number: an array of conditions."""
    first, second = as_array(left), as_array(right)
    shape = (first or second or Array((), None, [], FOREIGN)).shape
    if first is not None and second is not None and first.shape != second.shape:
        raise Refused("PY-EXPR", "a comparison of arrays of different shapes")
    size = len((first or second or Array((), None, [], FOREIGN)).cells)
    lefts = first.cells if first is not None else [left] * size
    rights = second.cells if second is not None else [right] * size
    cells = [_compared(machine, op, a, b) for a, b in zip(lefts, rights, strict=True)]
    numpy: Any = sys.modules["numpy"]
    return Array(shape, numpy.dtype(bool), cells, FOREIGN)


def _compared(machine: Machine, op: ast.cmpop, left: Value, right: Value) -> Value:
    if isinstance(op, ast.Eq | ast.NotEq):
        held = as_term(equals(machine, left, right))
        return unwrapped(held if isinstance(op, ast.Eq) else terms.negate(held))
    return ordered(machine, type(op), left, right)


def _array_equal(machine: Machine, left: Value, right: Value) -> Value:
    first, second = as_array(left), as_array(right)
    if first is None or second is None:
        raise Refused("PY-CALL", "array_equal of something that is not an array")
    if first.shape != second.shape:
        return False
    return array_method(machine, compare_arrays(machine, ast.Eq(), first, second), "all", [], {})


def _method(name: str) -> Callable[..., Value]:
    def call(machine: Machine, value: Value) -> Value:
        array = as_array(value)
        if array is None:
            raise Refused("PY-CALL", f"numpy.{name} of something that is not an array")
        return array_method(machine, array, name, [], {})

    return call


NUMPY: Mapping[str, Callable[..., Value]] = {
    "array_equal": _array_equal,
    "all": _method("all"),
    "any": _method("any"),
    "sum": _method("sum"),
    "min": _method("min"),
    "max": _method("max"),
    "copy": _method("copy"),
    "ravel": _method("ravel"),
}


def numpy_function(function: Any) -> Callable[..., Value] | None:
    """What we know in place of a function of numpy."""
    if not is_raw(function) or getattr(function, "__module__", None) != "numpy":
        return None
    return NUMPY.get(getattr(function, "__name__", ""))
