"""Assignment: to attributes, elements and cells; only what the run itself made may change.

Operators in place: `target op= value`. The parts of the target are evaluated once.

A list or set is changed itself, and then put back where it was: in a tuple or a frozen dataclass
that raises, after the change, as in Python.
"""

from __future__ import annotations

import ast
import dataclasses
import types
from typing import Any

from introplan.symbolic.builtins.finite import guarded, number_like
from introplan.symbolic.builtins.iterators import pairs_of
from introplan.symbolic.builtins.methods import check_may_change, extend
from introplan.symbolic.builtins.operators import OPERATORS
from introplan.symbolic.builtins.records import attribute
from introplan.symbolic.builtins.sequences import check_inside, element, flat_place
from introplan.symbolic.builtins.sets import known_key
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.calls import call_user, operate
from introplan.symbolic.interpreter.expressions import evaluate, evaluate_slice
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.special_methods import check_plain_class, in_class, own_method
from introplan.symbolic.interpreter.values import (
    Array,
    Entries,
    Items,
    Members,
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
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms


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


def update(machine: Machine, frame: Frame, node: ast.AugAssign) -> None:
    """target op= value"""
    match node.target:
        case ast.Name(id=name):
            before = frame.load(name)
            value = evaluate(machine, frame, node.value)
            frame.names[name] = _updated(machine, type(node.op), before, value)
        case ast.Attribute(value=place, attr=name):
            owner = evaluate(machine, frame, place)
            before = attribute(machine, owner, name)
            value = evaluate(machine, frame, node.value)
            set_attribute(machine, owner, name, _updated(machine, type(node.op), before, value))
        case ast.Subscript(value=place, slice=inside):
            container = evaluate(machine, frame, place)
            key = _key(machine, frame, inside)
            before = element(machine, container, key)
            value = evaluate(machine, frame, node.value)
            after = _updated(machine, type(node.op), before, value)
            if after is not before or not _is_back(container, key):
                set_element(machine, container, key, after)


def _key(machine: Machine, frame: Frame, inside: ast.expr) -> Value:
    if isinstance(inside, ast.Slice):
        return evaluate_slice(machine, frame, inside)
    return evaluate(machine, frame, inside)


def _is_back(container: Value, key: Value) -> bool:
    """Is what was changed in place where it belongs, without being put there?"""
    is_list = isinstance(container, Items) and container.kind is list
    return not isinstance(key, slice) and (is_list or isinstance(container, Entries))


def _updated(machine: Machine, op: type[ast.AST], before: Value, value: Value) -> Value:
    """What stands in the target afterwards."""
    name = f"__i{OPERATORS[op]}__"
    match before:
        case Items(kind) if kind is list:
            check_may_change(machine, before, "+=")
            if op is not ast.Add:
                raise Refused("PY-STMT", "this operator on a list, in place")
            extend(machine, before, value)
            return before
        case Members(kind) if kind is set:
            check_may_change(machine, before, "an operator in place")
            before.members = operate(machine, op, before, value).members
            return before
        case Array():
            check_may_change(machine, before, "an operator in place")
            before.cells[:] = operate(machine, op, before, value).cells
            return before
        case Record(kind) if own_method(kind, name) is not None:
            return _by_method(machine, own_method(kind, name), before, value)
        case _ if isinstance(before, Entries) or (is_raw(before) and hasattr(before, name)):
            raise Refused("PY-STMT", "this operator in place")
        case _:
            return operate(machine, op, before, value)


def _by_method(machine: Machine, method: Any, before: Record, value: Value) -> Value:
    if not isinstance(method, types.FunctionType):
        raise Refused("PY-STMT", "an unusual method for an operator in place")
    result = call_user(machine, method, [before, value], {})
    if result is NotImplemented:
        raise Refused("PY-STMT", "an operator in place that is not implemented")
    return result
