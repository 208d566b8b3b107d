"""Assignment: to names, attributes, elements and cells; in place (`+=`); and `del`.

Only what the run itself made may be changed: arguments that the caller still holds, and constants
of the module, may not. A list or set is changed itself by `+=` and then put back where it was: in
a tuple or a frozen dataclass that raises, after the change, as in Python.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from introplan.symbolic.builtins.arrays import check_cell, flat_place, set_part
from introplan.symbolic.builtins.dicts import decided_key, set_entry
from introplan.symbolic.builtins.listings import of_known_length
from introplan.symbolic.builtins.operators import METHOD_NAMES, element, operate
from introplan.symbolic.builtins.records import attribute, set_attribute
from introplan.symbolic.builtins.sequences import check_inside, extend
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.classes import own_method
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.iteration import items_of, pairs_of
from introplan.symbolic.interpreter.kinds import settled
from introplan.symbolic.interpreter.listings import is_listing
from introplan.symbolic.interpreter.protocols import ABSENT, asked, method_of
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import (
    CHANGEABLE,
    Array,
    Entries,
    Items,
    Listing,
    Members,
    Record,
    Value,
    as_term,
    is_concrete,
    is_number,
    sequence,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, construct_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Const


def assign(run: Execution, frame: Frame, target: ast.expr, value: Value) -> None:
    """Give a value to a name, an attribute, an element, or several of these."""
    match target:
        case ast.Name():
            bind(run, frame, target, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for part, item in zip(targets, unpacked(run, targets, value), strict=True):
                assign(run, frame, part.value if isinstance(part, ast.Starred) else part, item)
        case ast.Attribute(value=owner, attr=name):
            set_attribute(run, run.evaluate(frame, owner), name, value)
        case ast.Subscript(value=owner, slice=place):
            container = run.evaluate(frame, owner)
            set_element(run, container, run.evaluate(frame, place), value)
        case _:
            raise Refused("PY-STMT", f"assigning to {construct_of(target)}")


def bind(run: Execution, frame: Frame, target: ast.expr, value: Value) -> None:
    """Give a value to a name, or its parts to several names."""
    match target:
        case ast.Name(id=name):
            frame.names[name] = value
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for part, item in zip(targets, unpacked(run, targets, value), strict=True):
                inner = part.value if isinstance(part, ast.Starred) else part
                bind(run, frame, inner, item)
        case _:
            raise Refused("PY-STMT", f"assigning to {construct_of(target)}")


def unpacked(run: Execution, targets: list[ast.expr], value: Value) -> list[Value]:
    """The parts of a value for as many targets, one of which may be starred."""
    items = items_of(run, value)
    stars = [i for i, t in enumerate(targets) if isinstance(t, ast.Starred)]
    if not stars:
        if len(items) != len(targets):
            raise Raised(ValueError)
        return items
    after = len(targets) - stars[0] - 1
    if len(items) < stars[0] + after:
        raise Raised(ValueError)
    middle = items[stars[0] : len(items) - after]
    head, tail = items[: stars[0]], items[len(items) - after :]
    return [*head, Items(list, middle, run.stamp()), *tail]


def set_element(run: Execution, container: Value, key: Value, value: Value) -> None:
    """container[key] = value"""
    container, key = settled(run, container), settled(run, key)
    if asked(run, container, "__setitem__", key, value) is not ABSENT:
        return
    run.check_may_set(container, "setting an element")
    container = of_known_length(run, container)
    match container:
        case Entries(items):
            set_entry(run, items, key, value)
        case Items(kind, items) if kind in CHANGEABLE and not isinstance(key, slice):
            _set_item(run, items, key, value)
        case Items(kind, items) if kind is list:
            _set_item(run, items, key, value)
        case Array():
            keys = sequence(key) or [key]
            if len(keys) != len(container.shape) or any(isinstance(k, slice) for k in keys):
                set_part(container, keys, value)
                return
            check_cell(container, value)
            _set_item(run, container.cells, flat_place(run, container, keys), value)
        case Items():
            raise Raised(TypeError)
        case _:
            raise Refused("PY-STMT", "setting an element of this object")


def _set_item(run: Execution, items: list[Value], key: Value, value: Value) -> None:
    if isinstance(key, slice):
        taken = [v for c, v in pairs_of(run, value) if run.decide(c)]
        call_python(items.__setitem__, key, taken)
        return
    if is_concrete(key):
        call_python(items.__setitem__, key, value)
        return
    if isinstance(key, Const):
        call_python(items.__setitem__, key.value, value)
        return
    if not is_number(key):
        raise Refused("PY-STMT", "an index that is not a whole number")
    position = terms.number(as_term(key))
    check_inside(run, position, len(items))
    # Every place that may be meant has the new value where it is, and its own elsewhere.
    low, high = bounds(position, run.path_condition.box)
    for place in range(int(max(low, -len(items))), int(min(high, len(items) - 1)) + 1):
        here = terms.equal(position, terms.const(place))
        try:
            items[place] = merge_values(here, value, items[place], floor=run.stamp())
        except CannotMerge:
            raise Refused(
                "PY-STMT", "setting an element at a place that depends on the state"
            ) from None


def update(run: Execution, frame: Frame, node: ast.AugAssign) -> None:
    """target op= value"""
    match node.target:
        case ast.Name(id=name):
            before = frame.load(name)
            value = run.evaluate(frame, node.value)
            frame.names[name] = _updated(run, type(node.op), before, value)
        case ast.Attribute(value=place, attr=name):
            owner = run.evaluate(frame, place)
            before = attribute(run, owner, name)
            value = run.evaluate(frame, node.value)
            set_attribute(run, owner, name, _updated(run, type(node.op), before, value))
        case ast.Subscript(value=place, slice=inside):
            container = run.evaluate(frame, place)
            key = run.evaluate(frame, inside)
            before = element(run, container, key)
            value = run.evaluate(frame, node.value)
            after = _updated(run, type(node.op), before, value)
            if after is not before or not _is_back(container, key):
                set_element(run, container, key, after)


def _is_back(container: Value, key: Value) -> bool:
    """Does the container already hold the object that was changed in place?"""
    is_list = is_listing(container)
    return not isinstance(key, slice) and (is_list or isinstance(container, Entries))


def _updated(run: Execution, op: type[ast.AST], before: Value, value: Value) -> Value:
    """What stands in the target afterwards."""
    before = settled(run, before)
    name = f"__i{METHOD_NAMES[op]}__"
    match before:
        case Items(kind) | Listing(kind) if kind in CHANGEABLE:
            run.check_may_lengthen(before, "+=")
            if op is not ast.Add:
                raise Refused("PY-STMT", "this operator on a list, in place")
            extend(run, before, value)
            return before
        case Members(kind) if kind is set:
            run.check_may_change(before, "an operator in place")
            before.members = operate(run, op, before, value).members
            return before
        case Array():
            run.check_may_change(before, "an operator in place")
            before.cells[:] = operate(run, op, before, value).cells
            return before
        case Record(kind) if own_method(kind, name) is not None:
            return _by_method(run, own_method(kind, name), before, value)
        case _ if isinstance(before, Entries) or (is_concrete(before) and hasattr(before, name)):
            raise Refused("PY-STMT", "this operator in place")
        case _:
            return operate(run, op, before, value)


def _by_method(run: Execution, method: Any, before: Record, value: Value) -> Value:
    if not isinstance(method, FunctionType):
        raise Refused("PY-STMT", "an unusual method for an operator in place")
    result = run.call(method, [before, value], {})
    if result is NotImplemented:
        raise Refused("PY-STMT", "an operator in place that is not implemented")
    return result


def delete(run: Execution, frame: Frame, node: ast.Delete) -> None:
    """`del` of names and of elements of lists and dictionaries."""
    for target in node.targets:
        match target:
            case ast.Name(id=name):
                if name not in frame.names:
                    raise Raised(UnboundLocalError)
                del frame.names[name]
            case ast.Subscript(value=owner, slice=place):
                container = settled(run, run.evaluate(frame, owner))
                if method_of(container, "__delitem__") is not None:
                    asked(run, container, "__delitem__", run.evaluate(frame, place))
                    continue
                run.check_may_change(container, "del")
                container = of_known_length(run, container)
                key = run.evaluate(frame, place)
                if isinstance(container, Entries) and not is_concrete(key):
                    key = decided_key(run, container, key)
                is_cut = isinstance(key, slice) and getattr(container, "kind", list) is not list
                is_held = isinstance(container, Items | Entries)
                if not is_concrete(key) or not is_held or is_cut:
                    raise Refused("PY-STMT", "this deletion")
                call_python(container.items.__delitem__, key)
            case _:
                raise Refused("PY-STMT", "this deletion")
