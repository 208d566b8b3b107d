"""numpy arrays of small numbers and truth values: copied, read and written cell by cell."""

from __future__ import annotations

from typing import Any

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.operations import truth_value
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.values import Array, Items, Value, as_term, unwrapped


def array_method(
    machine: Machine, array: Array, name: str, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """array.name(*arguments)"""
    if named or (arguments and name != "reshape"):
        raise Refused("PY-CALL", f"the array method {name} with arguments")
    match name:
        case "copy":
            return Array(array.shape, array.dtype, list(array.cells), machine.stamp())
        case "flatten" | "ravel":
            return Array((len(array.cells),), array.dtype, list(array.cells), machine.stamp())
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
