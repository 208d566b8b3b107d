"""Operators in place: `target op= value`. The parts of the target are evaluated once.

A list or set is changed itself, and then put back where it was: in a tuple or a frozen dataclass
that raises, after the change, as in Python.
"""

from __future__ import annotations

import ast
import types
from typing import Any

from introplan.introspection.programs.access import element
from introplan.introspection.programs.applying import operate
from introplan.introspection.programs.assigning import set_attribute, set_element
from introplan.introspection.programs.attributes import attribute
from introplan.introspection.programs.calls import call_user
from introplan.introspection.programs.evaluation import evaluate, evaluate_slice
from introplan.introspection.programs.frames import Frame
from introplan.introspection.programs.machine import Machine
from introplan.introspection.programs.methods import check_may_change, extend
from introplan.introspection.programs.operations import OPERATORS
from introplan.introspection.programs.own_methods import own_method
from introplan.introspection.programs.signals import Refused
from introplan.introspection.programs.values import (
    Array,
    Entries,
    Items,
    Members,
    Record,
    Value,
    is_raw,
)


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
