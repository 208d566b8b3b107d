"""Where something stands in a numpy array: `where`, `argwhere`, `nonzero`, `argmin`, `argmax`.

How many places there are, and which, is decided cell by cell: on a board with one hole that is a
path for each square, as with `list.index`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.arrays import as_array
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.values import (
    FOREIGN,
    Array,
    Value,
    as_term,
    is_concrete,
    unwrapped,
)
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build as terms


def _decided_places(run: Execution, name: str, value: Value) -> tuple[Array, list[int]]:
    """An array, and the places of its cells that are not 0, in row order."""
    array = as_array(value)
    if array is None:
        raise Refused("PY-CALL", f"numpy.{name} of something that is not an array")
    held = [run.truth_value(cell) for cell in array.cells]
    return array, [place for place, holds in enumerate(held) if run.decide(holds)]


def _numbers(places: list[int]) -> list[Any]:
    """Places as numpy gives them: numbers of its own."""
    numpy: Any = sys.modules["numpy"]
    return [numpy.intp(place) for place in places]


def _row(places: list[int]) -> Array:
    numpy: Any = sys.modules["numpy"]
    return Array((len(places),), numpy.dtype(numpy.intp), _numbers(places), FOREIGN)


def _coordinates(array: Array, place: int) -> list[int]:
    """The indices of a cell, from its place in row order."""
    found: list[int] = []
    for length in reversed(array.shape):
        place, index = divmod(place, length)
        found.insert(0, index)
    return found


def _where(run: Execution, value: Value, /, *choices: Value) -> Value:
    """numpy.where(condition), or numpy.nonzero(array): for each axis an array of indices."""
    if choices:
        raise Refused("PY-CALL", "numpy.where with something to choose from", "use an if")
    array, places = _decided_places(run, "where", value)
    rows = [_coordinates(array, place) for place in places]
    return tuple(_row([row[axis] for row in rows]) for axis in range(len(array.shape)))


def _argwhere(run: Execution, value: Value, /) -> Value:
    """numpy.argwhere(condition): a row of indices for each cell."""
    array, places = _decided_places(run, "argwhere", value)
    cells = [index for place in places for index in _coordinates(array, place)]
    made = _row(cells)
    return Array((len(places), len(array.shape)), made.dtype, made.cells, FOREIGN)


def _flatnonzero(run: Execution, value: Value, /) -> Value:
    return _row(_decided_places(run, "flatnonzero", value)[1])


def _extreme(name: str, is_ahead: Callable[[Any, Any], Any]) -> Builtin:
    """numpy.argmin or argmax: the first place of the least or largest number."""

    def place_of(run: Execution, value: Value, /) -> Value:
        array = as_array(value)
        if array is None or not array.cells:
            raise Refused("PY-CALL", f"numpy.{name} of something that is not an array")
        cells = [terms.number(as_term(cell)) for cell in array.cells]
        for place, cell in enumerate(cells[:-1]):
            # Those before it were not the first of their size, so none of them may be as good.
            later = [terms.negate(is_ahead(other, cell)) for other in cells[place + 1 :]]
            earlier = [is_ahead(cell, other) for other in cells[:place]]
            if run.decide(unwrapped(terms.conjoin([*earlier, *later]))):
                return _numbers([place])[0]
        return _numbers([len(cells) - 1])[0]

    return place_of


def _is_more(one: Any, other: Any) -> Any:
    return terms.less(other, one)


PLACES: Mapping[str, Builtin] = {
    "where": _where,
    "nonzero": _where,
    "argwhere": _argwhere,
    "flatnonzero": _flatnonzero,
    "argmin": _extreme("argmin", terms.less),
    "argmax": _extreme("argmax", _is_more),
}
"""Functions of numpy by their names."""

PLACE_METHODS = frozenset({"nonzero", "argmin", "argmax"})
"""Those that are methods of arrays as well."""


def place_function(function: Any) -> Builtin | None:
    """What a function of numpy that looks for places means here; None for any other one."""
    if not is_concrete(function) or getattr(function, "__module__", None) != "numpy":
        return None
    return PLACES.get(getattr(function, "__name__", ""))
