"""numpy's functions that make arrays of known shape, and those that join two cell by cell.

`zeros`, `ones`, `full`, `arange` and the like with constant arguments are called; `minimum` and
`maximum` go cell by cell. A product of rows (`a @ b`, `numpy.dot`) is a sum, which numpy adds up
in an order of its own: it is exact, whatever that order is, where no part of it needs rounding.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.arrays import as_array
from introplan.symbolic.constraints.fixed_width import CellNumbers
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.values import (
    Array,
    Value,
    as_term,
    is_concrete,
    is_number,
    unwrapped,
)
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

MAX_FACTOR, FRACTIONS, MAX_CELLS = 2**16, 2**8, 32
"""So many products of multiples of 1 / 256 up to this size are added up without rounding, since
floats have 53 bits."""


def _joined(name: str, join: Callable[[list[Term]], Term]) -> Builtin:
    """numpy.minimum or numpy.maximum."""

    def call(run: Execution, left: Value, right: Value, /) -> Value:
        first, second = as_array(left), as_array(right)
        arrays = [array for array in (first, second) if array is not None]
        numbers = [v for v, a in ((left, first), (right, second)) if a is None]
        if not arrays and all(map(is_number, numbers)):
            return unwrapped(join([as_term(left), as_term(right)]))
        shapes = {array.shape for array in arrays}
        is_whole = all(array.dtype.kind in "iu" for array in arrays)
        if not is_whole or len(shapes) != 1 or not all(_fits(n, arrays[0]) for n in numbers):
            raise Refused("PY-CALL", f"numpy.{name} of something else than whole numbers")
        run.context.cells = run.context.cells or CellNumbers.of([a.dtype for a in arrays])
        size = len(arrays[0].cells)
        lefts = first.cells if first is not None else [left] * size
        rights = second.cells if second is not None else [right] * size
        cells = [
            unwrapped(join([as_term(a), as_term(b)])) for a, b in zip(lefts, rights, strict=True)
        ]
        dtype = sys.modules["numpy"].result_type(*(array.dtype for array in arrays))
        return Array(arrays[0].shape, dtype, cells, run.stamp())

    return call


def _fits(number: Value, array: Array) -> bool:
    """Is it a known whole number that a cell can hold?"""
    if type(number) is not int:
        return False
    numpy: Any = sys.modules["numpy"]
    limits = numpy.iinfo(array.dtype)
    return bool(limits.min <= number <= limits.max)


def _made(name: str) -> Builtin:
    """A function that makes an array of constants."""

    def call(run: Execution, /, *how: Value, **named: Value) -> Value:
        if not all(map(is_concrete, (*how, *named.values()))):
            raise Refused("PY-CALL", f"numpy.{name} of something that depends on the state")
        return _own(run, call_python(lambda: getattr(sys.modules["numpy"], name)(*how, **named)))

    return call


def _made_like(name: str) -> Builtin:
    """A function that makes an array of constants in the shape of another array."""

    def call(run: Execution, other: Value, /, *how: Value, **named: Value) -> Value:
        array = as_array(other)
        if array is None or not all(map(is_concrete, (*how, *named.values()))):
            raise Refused("PY-CALL", f"numpy.{name} of something that depends on the state")
        numpy: Any = sys.modules["numpy"]
        like = numpy.zeros(array.shape, array.dtype)
        return _own(run, call_python(lambda: getattr(numpy, name)(like, *how, **named)))

    return call


def _own(run: Execution, made: Any) -> Array:
    """An array that was just made, as one that the program may change."""
    array = as_array(made)
    assert array is not None
    return Array(array.shape, array.dtype, list(array.cells), run.stamp())


def product_of_rows(run: Execution, left: Value, right: Value, /) -> Value:
    """left @ right for two rows: the sum of the products of their cells."""
    first, second = as_array(left), as_array(right)
    if first is None or second is None or len(first.shape) != 1 or len(second.shape) != 1:
        raise Refused("PY-EXPR", "a product of arrays that are not rows", "write it cell by cell")
    if first.shape != second.shape:
        raise Raised(ValueError)
    box = run.path_condition.box
    if first.dtype.kind not in "iuf" or second.dtype.kind not in "iuf":
        raise Refused("PY-EXPR", "a product of rows of something else than numbers")
    is_float, cells = "f" in (first.dtype.kind, second.dtype.kind), (*first.cells, *second.cells)
    is_exact = len(first.cells) <= MAX_CELLS and all(_is_exact(cell, box) for cell in cells)
    if is_float and not is_exact:
        raise Refused("PY-EXPR", "a product of rows that may be rounded", "write it cell by cell")
    if not is_float:
        dtypes = [first.dtype, second.dtype]
        run.context.cells = run.context.cells or CellNumbers.of(dtypes)
    total: Value = 0.0 if is_float else 0
    for one, two in zip(first.cells, second.cells, strict=True):
        total = run.binary(ast.Add, total, run.binary(ast.Mult, one, two))
    return total


def _is_exact(cell: Value, box: Any) -> bool:
    """May products with it be added up in any order, with the same result?"""
    if isinstance(cell, float):
        return abs(cell) <= MAX_FACTOR and (cell * FRACTIONS).is_integer()
    if not is_number(cell):
        return False
    return max(map(abs, bounds(as_term(cell), box))) <= MAX_FACTOR


JOINED: Mapping[str, Builtin] = {
    "minimum": _joined("minimum", terms.smallest),
    "maximum": _joined("maximum", terms.largest),
    "dot": product_of_rows,
    **{name: _made(name) for name in ("zeros", "ones", "full", "arange", "eye", "identity")},
    **{name: _made_like(name) for name in ("zeros_like", "ones_like", "full_like")},
}
"""Functions of numpy by their names."""


def joining_function(function: Any) -> Builtin | None:
    """What a function of numpy that makes or joins arrays means here; None for any other one."""
    if not is_concrete(function) or getattr(function, "__module__", None) != "numpy":
        return None
    return JOINED.get(getattr(function, "__name__", ""))
