"""Writes on objects outside the state that nothing reads: counters of expanded states, logs.

`self._expanded += 1` in a problem's `successors` changes an object that the call did not create,
and is still harmless if no function of the world asks for `_expanded`. That is found out as it is
run: an attribute that was written so and is read elsewhere, or the other way round, is refused, as
any other change of such an object. The written value is evaluated, for what that may raise, and
forgotten.

Known are, for an attribute of an object outside the state:

    self.count += 1                       self.log.append(state)     self.visited.add(state)
    self.last = action                    self.visited[state] = True
    if state not in self.visited:         (where only such writes follow)
"""

from __future__ import annotations

import ast
import sys
from types import ModuleType
from typing import Any

from introplan.symbolic.builtins.dicts import check_has_hash
from introplan.symbolic.interpreter.classes import check_plain_class, in_class
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import is_concrete, is_number
from introplan.symbolic.refusal import Raised, Refused

KEEPING = {"append": (list,), "add": (set,), "__setitem__": (dict,), "__contains__": (dict, set)}
"""What is done to a container, and the containers of Python's own to which it can be done."""


def keeps_books(run: Execution, frame: Frame, node: ast.stmt) -> bool:
    """Run a statement if it only writes what nothing reads; False if it is any other one."""
    if not _has_form(node):
        return False
    place = _written(run, frame, node)
    if place is None or not _may_write(run, *place):
        return False
    _evaluate_parts(run, frame, node)
    run.context.written[id(place[0]), place[1]] = place[0]
    return True


def _has_form(node: ast.stmt) -> bool:
    """Has a statement one of the forms that are known, by its text?"""
    match node:
        case ast.AugAssign(op=ast.Add() | ast.Sub(), target=ast.Attribute(value=ast.Name())):
            return True
        case ast.Assign(targets=[ast.Attribute(value=ast.Name())]):
            return True
        case ast.Assign(targets=[ast.Subscript(value=ast.Attribute(value=ast.Name()), slice=key)]):
            return not isinstance(key, ast.Slice)
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=ast.Name()), attr="append" | "add"),
                args=[value],
                keywords=[],
            )
        ):
            return not isinstance(value, ast.Starred)
        case ast.If(
            test=ast.Compare(
                ops=[ast.In() | ast.NotIn()],
                comparators=[ast.Attribute(value=ast.Name())],
            ),
            orelse=[],
        ):
            return all(map(_has_form, node.body))
        case _:
            return False


def _written(run: Execution, frame: Frame, node: ast.stmt) -> tuple[Any, str] | None:
    """The object and the attribute that a statement of such a form writes."""
    match node:
        case ast.AugAssign(target=ast.Attribute() as place):
            found = _of_outside(frame, place)
            return found if found and is_number(vars(found[0])[found[1]]) else None
        case ast.Assign(targets=[ast.Attribute() as place]):
            return _of_outside(frame, place)
        case ast.Assign(targets=[ast.Subscript(value=ast.Attribute() as place)]):
            return _container(frame, place, "__setitem__")
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Attribute() as place, attr=method))
        ):
            return _container(frame, place, method)
        case ast.If(test=ast.Compare(comparators=[ast.Attribute() as place]), body=body):
            inner = [_written(run, frame, each) for each in body]
            if any(each is None or not _may_write(run, *each) for each in inner):
                return None
            return _container(frame, place, "__contains__")
        case _:
            return None


def _of_outside(frame: Frame, place: ast.Attribute) -> tuple[Any, str] | None:
    """A plain attribute of a plain object that was there before the call; None for all else."""
    assert isinstance(place.value, ast.Name)
    owner = frame.load(place.value.id)
    if not is_concrete(owner) or isinstance(owner, type | ModuleType):
        return None
    kind = type(owner)
    check_plain_class(kind, "__setattr__", "__getattribute__")
    own = getattr(owner, "__dict__", None)
    if not isinstance(own, dict) or place.attr not in own:
        return None
    return None if hasattr(in_class(kind, place.attr), "__set__") else (owner, place.attr)


def _container(frame: Frame, place: ast.Attribute, method: str) -> tuple[Any, str] | None:
    """An attribute that is a container of Python's own, which nothing else holds."""
    found = _of_outside(frame, place)
    if found is None:
        return None
    owner, name = found
    value = vars(owner)[name]
    if type(value) not in KEEPING[method]:
        return None
    around = vars(sys.modules.get(type(owner).__module__, type(owner)))
    others = [*around.values(), *(v for n, v in vars(owner).items() if n != name)]
    return None if any(other is value for other in others) else found


def _may_write(run: Execution, owner: Any, name: str) -> bool:
    """Was the attribute read nowhere so far?"""
    return (id(owner), name) not in run.context.consulted


def _evaluate_parts(run: Execution, frame: Frame, node: ast.stmt) -> None:
    """Evaluate what is written, and where, for the exceptions that this may raise."""
    match node:
        case ast.AugAssign(value=value):
            if not is_number(run.evaluate(frame, value)):
                raise Refused("PY-PURE", "a number outside the state that is changed by none")
        case ast.Assign(targets=[ast.Subscript(slice=key)], value=value):
            run.evaluate(frame, value)
            check_has_hash(run.evaluate(frame, key))
        case ast.Assign(value=value):
            run.evaluate(frame, value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method), args=[value])):
            found = run.evaluate(frame, value)
            if method == "add":
                check_has_hash(found)
        case ast.If(test=ast.Compare(left=left), body=body):
            check_has_hash(run.evaluate(frame, left))
            _evaluate_body(run, frame, body)


def _evaluate_body(run: Execution, frame: Frame, body: list[ast.stmt]) -> None:
    """Statements that are run or not, as what was written before says."""
    try:
        kept = [keeps_books(run, frame, each) for each in body]
    except Raised:
        kept = [False]
    if not all(kept):
        raise Refused("PY-PURE", "a change of an object that the call did not create")
