"""Assignment: to attributes, elements and cells; only what the run itself made may change."""

from __future__ import annotations

import dataclasses
import types

from introplan.introspection.programs import arithmetic as terms
from introplan.introspection.programs.access import (
    check_inside,
    flat_place,
)
from introplan.introspection.programs.bounds import bounds
from introplan.introspection.programs.building import known_key
from introplan.introspection.programs.iteration import pairs_of
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.methods import check_may_change
from introplan.introspection.programs.own_methods import check_plain_class, in_class
from introplan.introspection.programs.signals import CannotMerge, Raised, Refused
from introplan.introspection.programs.tabulating import guarded, number_like
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Record,
    Value,
    as_term,
    field_names,
    is_condition,
    is_frozen,
    is_raw,
    is_term,
    merged,
    sequence,
)


def set_attribute(machine: Machine, owner: Value, name: str, value: Value) -> None:
    """owner.name = value"""
    if not isinstance(owner, Record):
        raise Refused("PY-PURE", f"setting {name} of an object that the call did not create")
    kind = owner.kind
    _check_can_set(kind, name)
    check_may_change(machine, owner, "setting an attribute")
    owner.fields[name] = value


def _check_can_set(kind: type, name: str) -> None:
    """May objects of a class get an attribute, in the plain way?"""
    check_plain_class(kind, "__setattr__")
    found = in_class(kind, name)
    if issubclass(kind, tuple):
        if name not in (field_names(kind) or ()) and kind.__dictoffset__:
            raise Refused("PY-STMT", f"setting an attribute of the tuple {kind.__name__}")
        raise Raised(AttributeError)
    if is_frozen(kind):
        if name not in (field_names(kind) or ()) and "__dataclass_params__" not in vars(kind):
            raise Refused("PY-STMT", f"setting an attribute below the frozen {kind.__name__}")
        raise Raised(dataclasses.FrozenInstanceError)
    is_slot = isinstance(found, types.MemberDescriptorType)
    if hasattr(type(found), "__set__") and not is_slot:
        raise Refused("PY-STMT", f"setting the property {name}")
    if not kind.__dictoffset__ and not is_slot:
        raise Raised(AttributeError)


def set_element(machine: Machine, container: Value, key: Value, value: Value) -> None:
    """container[key] = value"""
    check_may_change(machine, container, "setting an element")
    match container:
        case Entries(items):
            items[known_key(key)] = value
        case Items(kind, items) if kind is list:
            _set_item(machine, items, key, value)
        case Array():
            keys = [key] if sequence(key) is None else sequence(key)
            _check_cell(container, value)
            if keys is None or len(keys) != len(container.shape):
                raise Refused("PY-STMT", "setting more than one cell of an array")
            _set_item(machine, container.cells, flat_place(machine, container, keys), value)
        case Items():
            raise Raised(TypeError)
        case _:
            raise Refused("PY-STMT", "setting an element of this object")


def _check_cell(array: Array, value: Value) -> None:
    """Cells hold numbers of a certain size; what may not fit is refused."""
    if not number_like(value) and not isinstance(value, bool):
        raise Refused("PY-STMT", "setting a cell of an array to something other than a number")
    is_truth = isinstance(value, bool) or (is_term(value) and not number_like(value))
    if array.dtype.kind == "b" and not is_truth and not is_condition(value):
        raise Refused("PY-STMT", "setting a cell of an array of truth values to a number")


def _set_item(machine: Machine, items: list[Value], key: Value, value: Value) -> None:
    if isinstance(key, slice):
        items[key] = [v for c, v in pairs_of(machine, value) if machine.decide(c)]
        return
    if is_raw(key):
        guarded(items.__setitem__, key, value)
        return
    if isinstance(key, terms.Const):
        guarded(items.__setitem__, key.value, value)
        return
    if not number_like(key):
        raise Refused("PY-STMT", "an index that is not a whole number")
    position = terms.number(as_term(key))
    check_inside(machine, position, len(items))
    low, high = bounds(position, machine.knowledge.box)
    for place in range(int(max(low, -len(items))), int(min(high, len(items) - 1)) + 1):
        here = terms.equal(position, terms.const(place))
        try:
            items[place] = merged(here, value, items[place], floor=machine.stamp())
        except CannotMerge:
            raise Refused(
                "PY-STMT", "setting an element at a place that depends on the state"
            ) from None
