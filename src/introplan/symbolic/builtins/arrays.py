"""numpy arrays of small numbers and truth values: read, compared and written cell by cell.

Comparisons of arrays are arrays of conditions, as in numpy, and arithmetic goes cell by cell; what
may not fit into a cell is refused (constraints/fixed_width.py). numpy is never imported here: it
is in `sys.modules` if the program has arrays.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from typing import Any

from introplan.symbolic.builtins.sequences import check_inside, chosen_item
from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    BuiltinMethod,
    Items,
    Value,
    as_term,
    is_concrete,
    is_condition,
    is_number,
    is_term,
    plain_number,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

CELLWISE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor)
"""Operators that numpy applies cell by cell."""

FLOATWISE = (ast.Add, ast.Sub, ast.Mult)
"""Those whose results are the same numbers in numpy as in Python where floats are among them."""


def array_method(
    run: Execution, array: Array, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """array.name(*arguments)"""
    if named or arguments:
        raise Refused("PY-CALL", f"the array method {name} with arguments")
    match name:
        case "copy":
            return Array(array.shape, array.dtype, list(array.cells), run.stamp())
        case "flatten" | "ravel":
            return Array((len(array.cells),), array.dtype, list(array.cells), FOREIGN)
        case "tolist" if len(array.shape) == 1:
            return Items(list, list(array.cells), run.stamp())
        case "sum":
            parts = [(terms.number(as_term(cell)), 1) for cell in array.cells]
            return unwrapped(terms.combine(*parts))
        case "all":
            return unwrapped(terms.conjoin(_truths(run, array)))
        case "any":
            return unwrapped(terms.disjoin(_truths(run, array)))
        case "min" | "max" if array.dtype.kind != "b":
            numbers = [as_term(cell) for cell in array.cells]
            return unwrapped((terms.smallest if name == "min" else terms.largest)(numbers))
        case _:
            raise Refused("PY-CALL", f"the array method {name}")


def _truths(run: Execution, array: Array) -> list[Any]:
    return [as_term(run.truth_value(cell)) for cell in array.cells]


def array_attribute(array: Array, name: str) -> Value:
    """array.name"""
    match name:
        case "shape":
            return array.shape
        case "size":
            return len(array.cells)
        case "ndim":
            return len(array.shape)
        case "dtype":
            return array.dtype
        case "flat":
            return Items(tuple, list(array.cells), array.made)
        case "T" if len(array.shape) == 2:
            rows, columns = array.shape
            cells = [array.cells[r * columns + c] for c in range(columns) for r in range(rows)]
            return Array((columns, rows), array.dtype, cells, FOREIGN)
        case _:
            return BuiltinMethod(array, name)


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
    if items is None or not all(is_number(item) for item in items):
        return None
    numpy: Any = sys.modules["numpy"]
    return Array((len(items),), numpy.dtype(int), items, FOREIGN)


def operate_on_arrays(run: Execution, op: type[ast.AST], left: Value, right: Value) -> Value:
    """left op right, cell by cell; a number goes with every cell."""
    first, second = as_array(left), as_array(right)
    arrays = [array for array in (first, second) if array is not None]
    numbers = [value for value, array in ((left, first), (right, second)) if array is None]
    has_floats = any(a.dtype.kind == "f" for a in arrays) or not all(map(is_number, numbers))
    is_known = all(a.dtype.kind in "iubf" for a in arrays) and all(map(_is_plain, numbers))
    if op not in (FLOATWISE if has_floats else CELLWISE) or not is_known:
        raise Refused("PY-EXPR", f"operator {op.__name__} on arrays", "write it cell by cell")
    if len({array.shape for array in arrays}) != 1:
        raise Refused("PY-EXPR", "arithmetic on arrays of different shapes")
    context, size = run.context, len(arrays[0].cells)
    # From here on numbers of this analysis may come out of cells, which have a fixed size.
    context.cells = context.cells or CellNumbers.of([array.dtype for array in arrays])
    lefts = first.cells if first is not None else [left] * size
    rights = second.cells if second is not None else [right] * size
    cells = [run.binary(op, a, b) for a, b in zip(lefts, rights, strict=True)]
    numpy: Any = sys.modules["numpy"]
    dtype = numpy.result_type(*(array.dtype for array in arrays))
    if has_floats:
        dtype = numpy.dtype(float)
    return Array(arrays[0].shape, dtype, cells, run.stamp())


def _is_plain(value: Value) -> bool:
    """Is it a whole number, known or not, or a known float of Python's?"""
    return is_number(value) or type(value) is float


def compare_arrays(run: Execution, op: ast.cmpop, left: Value, right: Value) -> Value:
    """A comparison of arrays, or of an array and a number: an array of conditions."""
    first, second = as_array(left), as_array(right)
    shape = (first or second or Array((), None, [], FOREIGN)).shape
    if first is not None and second is not None and first.shape != second.shape:
        raise Refused("PY-EXPR", "a comparison of arrays of different shapes")
    size = len((first or second or Array((), None, [], FOREIGN)).cells)
    lefts = first.cells if first is not None else [left] * size
    rights = second.cells if second is not None else [right] * size
    cells = [_compared(run, op, a, b) for a, b in zip(lefts, rights, strict=True)]
    numpy: Any = sys.modules["numpy"]
    return Array(shape, numpy.dtype(bool), cells, FOREIGN)


def _compared(run: Execution, op: ast.cmpop, left: Value, right: Value) -> Value:
    if isinstance(op, ast.Eq | ast.NotEq):
        held = as_term(run.equals(left, right))
        return unwrapped(held if isinstance(op, ast.Eq) else terms.negate(held))
    return run.ordered(type(op), left, right)


def array_element(run: Execution, array: Array, key: Value) -> Value:
    """array[key]: a cell, a row, or a slice."""
    keys = sequence(key) if not is_concrete(key) or isinstance(key, tuple) else None
    if (
        keys is not None
        and len(keys) == len(array.shape)
        and not any(isinstance(k, slice | Array) for k in keys)
    ):
        return chosen_item(run, array.cells, flat_place(run, array, keys))
    key = plain_number(keys[0] if keys is not None and len(keys) == 1 else key)
    if isinstance(key, int):
        inside = key + array.shape[0] if key < 0 else key
        if not 0 <= inside < array.shape[0]:
            raise Raised(IndexError)
        return array.row(inside)
    if is_term(key) and len(array.shape) == 1:
        return chosen_item(run, array.cells, flat_place(run, array, [key]))
    if is_term(key):
        return _unknown_row(run, array, key)
    if isinstance(key, slice) or (
        keys is not None and all(isinstance(k, int | slice) for k in keys)
    ):
        return _array_slice(array, key)
    raise Refused("PY-EXPR", "this kind of array index")


def _unknown_row(run: Execution, array: Array, key: Value) -> Array:
    """array[key]: cell by cell what stands there in one of the rows."""
    if not is_number(key):
        raise Refused("PY-EXPR", "an array index that is not a whole number")
    check_inside(run, as_term(key), array.shape[0])
    rows = [array.row(place) for place in range(array.shape[0])]
    columns = zip(*(r.cells for r in rows), strict=True)
    cells = [chosen_item(run, list(column), as_term(key)) for column in columns]
    return Array(array.shape[1:], array.dtype, cells, FOREIGN)


def flat_place(run: Execution, array: Array, keys: list[Value]) -> Term:
    """The place of a cell in row order; raising `IndexError` outside is a path of its own."""
    place: Term = terms.ZERO
    for given, length in zip(keys, array.shape, strict=True):
        key = plain_number(given)
        if not is_number(key):
            raise Refused("PY-EXPR", "an array index that is not a whole number")
        position = terms.number(as_term(key))
        check_inside(run, position, length)
        # A fork, not a condition inside the place: tables need a place that is one linear term.
        is_negative = unwrapped(terms.less(position, terms.ZERO))
        if run.decide(is_negative):
            position = terms.add(position, terms.const(length))
        place = terms.add(terms.multiply(place, terms.const(length)), position)
    return place


def _array_slice(array: Array, key: Value) -> Value:
    numpy: Any = sys.modules["numpy"]
    places = numpy.arange(len(array.cells)).reshape(array.shape)
    taken = call_python(lambda: places[key])
    cells = [array.cells[int(i)] for i in taken.reshape(-1)]
    return Array(tuple(taken.shape), array.dtype, cells, FOREIGN)


def check_cell(array: Array, value: Value) -> None:
    """Cells hold numbers of a certain size; what may not fit is refused."""
    if not is_number(value) and not isinstance(value, bool):
        raise Refused("PY-STMT", "setting a cell of an array to something other than a number")
    is_truth = isinstance(value, bool) or (is_term(value) and not is_number(value))
    if array.dtype.kind == "b" and not is_truth and not is_condition(value):
        raise Refused("PY-STMT", "setting a cell of an array of truth values to a number")


def set_part(array: Array, keys: list[Value], value: Value) -> None:
    """array[keys] = value for a row, a column or another known part of more than one cell."""
    if not all(isinstance(key, int | slice) for key in keys):
        raise Refused("PY-STMT", "setting cells of an array at places that depend on the state")
    numpy: Any = sys.modules["numpy"]
    places = numpy.arange(len(array.cells)).reshape(array.shape)
    taken = call_python(lambda: places[tuple(keys)])
    given = as_array(value)
    if given is None:
        cells = [value] * taken.size
    elif given.shape == taken.shape and given.dtype == array.dtype:
        cells = list(given.cells)
    else:
        raise Refused("PY-STMT", "setting cells of an array to those of one of another kind")
    for place, cell in zip(taken.ravel().tolist(), cells, strict=True):
        check_cell(array, cell)
        array.cells[place] = cell


def _array_equal(run: Execution, left: Value, right: Value, /) -> Value:
    first, second = as_array(left), as_array(right)
    if first is None or second is None:
        raise Refused("PY-CALL", "array_equal of something that is not an array")
    if first.shape != second.shape:
        return False
    return array_method(run, compare_arrays(run, ast.Eq(), first, second), "all", [], {})


def _method(name: str) -> Builtin:
    def call(run: Execution, value: Value, /) -> Value:
        array = as_array(value)
        if array is None:
            raise Refused("PY-CALL", f"numpy.{name} of something that is not an array")
        return array_method(run, array, name, [], {})

    return call


def _array(run: Execution, value: Value, /) -> Value:
    """numpy.array of whole numbers side by side."""
    array = as_array(value)
    if array is None or any(is_condition(cell) for cell in array.cells):
        raise Refused("PY-CALL", "numpy.array of something else than whole numbers")
    return Array(array.shape, array.dtype, list(array.cells), run.stamp())


def _clip(run: Execution, value: Value, low: Value, high: Value, /) -> Value:
    """numpy.clip of a number or of an array of them."""
    array = as_array(value)
    if not is_number(low) or not is_number(high):
        raise Refused("PY-CALL", "numpy.clip with other bounds than whole numbers")
    if array is None:
        return _clipped(value, low, high)
    cells = [_clipped(cell, low, high) for cell in array.cells]
    return Array(array.shape, array.dtype, cells, run.stamp())


def _clipped(value: Value, low: Value, high: Value) -> Value:
    if not is_number(value):
        raise Refused("PY-CALL", "numpy.clip of something else than whole numbers")
    inside = terms.largest([as_term(value), as_term(low)])
    return unwrapped(terms.smallest([inside, as_term(high)]))


def is_number_type(kind: type) -> bool:
    """Is this numpy's class of whole numbers or truth values?"""
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, numpy.integer | numpy.bool_)


def make_number(run: Execution, kind: Any, /, *values: Value, **named: Value) -> Value:
    """numpy.int64(value) and the like: the number, which must fit."""
    if named or len(values) != 1 or not is_number(plain_number(values[0])):
        raise Refused("PY-CALL", f"numpy.{kind.__name__} of something else than a whole number")
    if is_concrete(values[0]):
        return call_python(kind, values[0])
    term, dtype = as_term(values[0]), kind(0).dtype
    if dtype.kind == "b":
        return run.truth_value(unwrapped(term))
    run.context.cells = run.context.cells or CellNumbers.of([dtype])
    number = terms.number(term)
    CellNumbers.of([dtype]).check_result(number, run.path_condition.box)
    return unwrapped(number)


def _moving(name: str, *, is_copy: bool = False) -> Builtin:
    """A function of numpy that moves the cells of an array to known places, and nothing else."""

    def call(run: Execution, value: Value, /, *how: Value, **named: Value) -> Value:
        array = as_array(value)
        if array is None or not all(map(is_concrete, (*how, *named.values()))):
            raise Refused("PY-CALL", f"numpy.{name} by something that depends on the state")
        numpy: Any = sys.modules["numpy"]
        places = numpy.arange(len(array.cells)).reshape(array.shape)
        moved = call_python(lambda: getattr(numpy, name)(places, *how, **named))
        cells = [array.cells[int(place)] for place in moved.ravel()]
        # What shares its memory with the array it is made of must not be changed.
        made = run.stamp() if is_copy else FOREIGN
        return Array(tuple(moved.shape), array.dtype, cells, made)

    return call


def _fact(name: str) -> Builtin:
    """What numpy says of types: `numpy.iinfo`, `numpy.can_cast` and the like, of known ones."""

    def call(run: Execution, /, *values: Value) -> Value:
        if not all(map(is_concrete, values)):
            raise Refused("PY-CALL", f"numpy.{name} of a value that depends on the state")
        return call_python(getattr(sys.modules["numpy"], name), *values)

    return call


FACTS = ("can_cast", "dtype", "finfo", "iinfo", "issubdtype", "result_type")
"""Functions and classes of numpy that speak of types alone."""

VIEWS = ("flip", "fliplr", "flipud", "rot90", "transpose", "reshape", "swapaxes")
"""Functions of numpy that show the cells of an array in other places."""

NUMPY: Mapping[str, Builtin] = {
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
    "roll": _moving("roll", is_copy=True),
    **{name: _moving(name) for name in VIEWS},
    **{name: _fact(name) for name in FACTS},
}


def numpy_function(function: Any) -> Builtin | None:
    """What a function of numpy means here, if it is known."""
    if not is_concrete(function) or getattr(function, "__module__", None) != "numpy":
        return None
    return NUMPY.get(getattr(function, "__name__", ""))
