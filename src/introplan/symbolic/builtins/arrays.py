"""numpy arrays of small numbers and truth values: read, compared and written cell by cell.

Comparisons of arrays are arrays of conditions, as in numpy, and arithmetic goes cell by cell; what
may not fit into a cell is refused (see `cells.py`).
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.compare import equals, ordered
from introplan.symbolic.builtins.finite import number_like
from introplan.symbolic.builtins.operators import binary, truth_value
from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Items,
    Value,
    as_term,
    is_condition,
    is_raw,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build as terms

CELLWISE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators that numpy applies cell by cell."""


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
        if value.dtype.kind not in "iubUS" and value.dtype != float:
            raise Refused("PY-EXPR", f"an array of {value.dtype}", "use whole numbers")
        return Array(tuple(value.shape), value.dtype, value.ravel().tolist(), FOREIGN)
    items = sequence(value)
    if items is None or not all(number_like(item) for item in items):
        return None
    numpy: Any = sys.modules["numpy"]
    return Array((len(items),), numpy.dtype(int), items, FOREIGN)


def operate_on_arrays(machine: Machine, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right, cell by cell; a number goes with every cell."""
    first, second = as_array(left), as_array(right)
    arrays = [array for array in (first, second) if array is not None]
    if op not in CELLWISE or any(a.dtype.kind not in "iub" for a in arrays):
        raise Refused("PY-EXPR", f"operator {op.__name__} on arrays", "write it cell by cell")
    if len({array.shape for array in arrays}) != 1:
        raise Refused("PY-EXPR", "arithmetic on arrays of different shapes")
    context, size = machine.context, len(arrays[0].cells)
    context.cells = context.cells or CellNumbers.of([array.dtype for array in arrays])
    lefts = first.cells if first is not None else [left] * size
    rights = second.cells if second is not None else [right] * size
    cells = [binary(machine, op, a, b) for a, b in zip(lefts, rights, strict=True)]
    numpy: Any = sys.modules["numpy"]
    dtype = numpy.result_type(*(array.dtype for array in arrays))
    return Array(arrays[0].shape, dtype, cells, machine.stamp())


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


def _array(machine: Machine, value: Value) -> Value:
    """numpy.array of whole numbers side by side."""
    array = as_array(value)
    if array is None or any(is_condition(cell) for cell in array.cells):
        raise Refused("PY-CALL", "numpy.array of something else than whole numbers")
    return Array(array.shape, array.dtype, list(array.cells), machine.stamp())


def _clip(machine: Machine, value: Value, low: Value, high: Value) -> Value:
    """numpy.clip of a number or of an array of them."""
    array = as_array(value)
    if not number_like(low) or not number_like(high):
        raise Refused("PY-CALL", "numpy.clip with other bounds than whole numbers")
    if array is None:
        return _clipped(value, low, high)
    cells = [_clipped(cell, low, high) for cell in array.cells]
    return Array(array.shape, array.dtype, cells, machine.stamp())


def _clipped(value: Value, low: Value, high: Value) -> Value:
    if not number_like(value):
        raise Refused("PY-CALL", "numpy.clip of something else than whole numbers")
    inside = terms.largest([as_term(value), as_term(low)])
    return unwrapped(terms.smallest([inside, as_term(high)]))


NUMPY: Mapping[str, Callable[..., Value]] = {
    "array": _array,
    "asarray": _array,
    "clip": _clip,
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
