"""Statements, and calls of the user's functions: `interpret` runs a function on values.

An `if` whose condition is unknown is tried as one formula first: both branches are run under
their assumption, and if all they do is give values to names, those values are merged. Everything
else (a branch that returns, raises, or changes an object) forks.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from introplan.symbolic.builtins.finite import guarded
from introplan.symbolic.builtins.iterators import check_has_order, pairs_of
from introplan.symbolic.builtins.methods import check_may_change
from introplan.symbolic.builtins.operators import truth_value
from introplan.symbolic.interpreter.assignment import set_attribute, set_element, update
from introplan.symbolic.interpreter.calls import call_user
from introplan.symbolic.interpreter.comprehensions import bind, unpacked
from introplan.symbolic.interpreter.dispatch import dispatched
from introplan.symbolic.interpreter.expressions import (
    condition,
    evaluate,
    evaluate_slice,
    make_closure,
)
from introplan.symbolic.interpreter.merging import merge_branches
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.patterns import fits
from introplan.symbolic.interpreter.scopes import (
    Frame,
    bound_arguments,
    check_is_harmless,
    closure_of,
    frame_for,
    parameters_of,
)
from introplan.symbolic.interpreter.special_methods import check_plain_class
from introplan.symbolic.interpreter.streams import Pairs, Stream
from introplan.symbolic.interpreter.values import (
    Closure,
    Entries,
    Items,
    Members,
    Record,
    Value,
    is_raw,
    is_term,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, construct_of

MAX_DEPTH = 60
MOST_ROUNDS = 2000


@dataclass(frozen=True, slots=True)
class Return:
    """The function ends with a value."""

    value: Value


class Jump:
    """`break` or `continue`."""


BREAK, CONTINUE = Jump(), Jump()
Outcome = Return | Jump | None


def interpret(
    machine: Machine, function: Any, arguments: list[Value], named: dict[str, Value]
) -> Value:
    """Run a function of the user's."""
    closure = function if isinstance(function, Closure) else closure_of(machine, function)
    parameters = parameters_of(closure.node)
    if machine.depth >= MAX_DEPTH:
        raise Refused("PY-LIMIT", f"calls nested more than {MAX_DEPTH} deep")
    names = bound_arguments(
        parameters, arguments, named, defaults=closure.defaults, now=machine.stamp()
    )
    check = check_is_harmless(closure, names) if parameters.is_generator else None
    frame = frame_for(closure, names, parameters.local_names)
    machine.depth += 1
    try:
        if isinstance(closure.node, ast.Lambda):
            return evaluate(machine, frame, closure.node.body)
        if check is not None:
            return _yielded(machine, frame, closure.node.body, check)
        outcome = execute_all(machine, frame, closure.node.body)
        return outcome.value if isinstance(outcome, Return) else None
    finally:
        machine.depth -= 1


def _yielded(
    machine: Machine, frame: Frame, body: list[ast.stmt], check: Callable[[], None]
) -> Value:
    """All that a generator function yields; refused if it raises, for it may be stopped before."""
    frame.yields = Items(tuple, [], machine.stamp())
    try:
        execute_all(machine, frame, body)
    except Raised:
        raise Refused("PY-STMT", "a generator function that may raise") from None
    items = list(frame.yields.items)

    def pairs(_: list[Pairs]) -> Pairs:
        for item in items:
            check()
            yield True, item
        check()

    return Stream(machine, pairs, [], machine.stamp())


def execute_all(machine: Machine, frame: Frame, body: list[ast.stmt]) -> Outcome:
    """Run statements until one of them ends the block."""
    for statement in body:
        outcome = execute(machine, frame, statement)
        if outcome is not None:
            return outcome
    return None


def execute(machine: Machine, frame: Frame, node: ast.stmt) -> Outcome:
    """Run one statement."""
    outcome: Outcome = dispatched(machine, frame, node, handlers=_HANDLERS, code="PY-STMT")
    return outcome


def _return(machine: Machine, frame: Frame, node: Any) -> Outcome:
    value = None if node.value is None else evaluate(machine, frame, node.value)
    machine.line = node.lineno
    return Return(value)


def _expression(machine: Machine, frame: Frame, node: Any) -> Outcome:
    evaluate(machine, frame, node.value)
    return None


def _nothing(machine: Machine, frame: Frame, node: Any) -> Outcome:
    return None


def _break(machine: Machine, frame: Frame, node: Any) -> Outcome:
    return BREAK


def _continue(machine: Machine, frame: Frame, node: Any) -> Outcome:
    return CONTINUE


def _assign(machine: Machine, frame: Frame, node: Any) -> Outcome:
    value = evaluate(machine, frame, node.value)
    for target in node.targets:
        assign(machine, frame, target, value)
    return None


def _annotated(machine: Machine, frame: Frame, node: Any) -> Outcome:
    if node.value is not None:
        assign(machine, frame, node.target, evaluate(machine, frame, node.value))
    return None


def assign(machine: Machine, frame: Frame, target: ast.expr, value: Value) -> None:
    """Give a value to a name, an attribute, an element, or several of these."""
    match target:
        case ast.Name():
            bind(machine, frame, target, value)
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for part, item in zip(targets, unpacked(machine, targets, value), strict=True):
                assign(machine, frame, part.value if isinstance(part, ast.Starred) else part, item)
        case ast.Attribute(value=owner, attr=name):
            set_attribute(machine, evaluate(machine, frame, owner), name, value)
        case ast.Subscript(value=owner, slice=place):
            container = evaluate(machine, frame, owner)
            if isinstance(place, ast.Slice):
                key: Value = evaluate_slice(machine, frame, place)
            else:
                key = evaluate(machine, frame, place)
            set_element(machine, container, key, value)
        case _:
            raise Refused("PY-STMT", f"assigning to {construct_of(target)}")


def _augmented(machine: Machine, frame: Frame, node: Any) -> Outcome:
    update(machine, frame, node)
    return None


def _if(machine: Machine, frame: Frame, node: Any) -> Outcome:
    test = condition(machine, frame, node.test)
    if is_term(test) and machine.knowledge.truth(test) is None and not machine.forbids_forks:
        try:
            merge_branches(machine, frame, test, partial(_run_through, machine, frame, node))
            return None
        except CannotMerge:
            pass
    return execute_all(machine, frame, node.body if machine.decide(test) else node.orelse)


def _run_through(machine: Machine, frame: Frame, node: Any, choice: bool) -> None:
    """One branch of an `if`, which must not leave it."""
    if execute_all(machine, frame, node.body if choice else node.orelse) is not None:
        raise CannotMerge


def _while(machine: Machine, frame: Frame, node: Any) -> Outcome:
    for _ in range(MOST_ROUNDS):
        test = condition(machine, frame, node.test)
        if not machine.decide(test):
            return execute_all(machine, frame, node.orelse)
        outcome = execute_all(machine, frame, node.body)
        if outcome is BREAK:
            return None
        if isinstance(outcome, Return):
            return outcome
    raise Refused("PY-LIMIT", f"a loop of more than {MOST_ROUNDS} rounds")


def _for(machine: Machine, frame: Frame, node: Any) -> Outcome:
    values = evaluate(machine, frame, node.iter)
    if isinstance(values, Members) and any(map(is_term, values.members.values())):
        raise Refused(
            "PY-STMT",
            "a loop over a set that depends on the state",
            "use any, all, sum or a comprehension",
        )
    check_has_order(values)
    for held, value in pairs_of(machine, values):
        if not machine.decide(held):
            continue
        check_has_order(values)
        assign(machine, frame, node.target, value)
        outcome = execute_all(machine, frame, node.body)
        if outcome is BREAK:
            return None
        if isinstance(outcome, Return):
            return outcome
    return execute_all(machine, frame, node.orelse)


def _assert(machine: Machine, frame: Frame, node: Any) -> Outcome:
    if not __debug__:
        return None  # with -O there are none
    if not machine.decide(truth_value(machine, evaluate(machine, frame, node.test))):
        raise Raised(AssertionError)
    return None


def _raise(machine: Machine, frame: Frame, node: Any) -> Outcome:
    if node.exc is None:
        raise Refused("PY-STMT", "raise without an exception")
    value = _exception(machine, frame, node.exc)
    kind = value.kind if isinstance(value, Record) else value
    if isinstance(kind, BaseException):
        kind = type(kind)
    if not isinstance(kind, type) or not issubclass(kind, BaseException):
        raise Raised(TypeError)
    raise Raised(kind)


def _exception(machine: Machine, frame: Frame, node: ast.expr) -> Value:
    """What is raised; words that depend on the state do not matter."""
    try:
        return evaluate(machine, frame, node)
    except Refused:
        kind = evaluate(machine, frame, node.func) if isinstance(node, ast.Call) else None
        if isinstance(kind, type) and issubclass(kind, BaseException):
            check_plain_class(kind, "__init__", "__new__")
            return kind
        raise


def _try(machine: Machine, frame: Frame, node: Any) -> Outcome:
    if node.finalbody:
        raise Refused("PY-STMT", "try with finally")
    if machine.is_merging or machine.forbids_forks:
        raise CannotMerge
    try:
        outcome = execute_all(machine, frame, node.body)
    except Raised as raised:
        handler = _handler_for(machine, frame, node.handlers, raised)
        if handler is None:
            raise
        if handler.name:
            raise Refused("PY-STMT", "except ... as a name") from None
        return execute_all(machine, frame, handler.body)
    return execute_all(machine, frame, node.orelse) if outcome is None else outcome


def _handler_for(
    machine: Machine, frame: Frame, handlers: list[ast.ExceptHandler], raised: Raised
) -> ast.ExceptHandler | None:
    for handler in handlers:
        if handler.type is None:
            return handler
        kinds = evaluate(machine, frame, handler.type)
        if issubclass(raised.kind, kinds):
            return handler
    return None


def _match(machine: Machine, frame: Frame, node: Any) -> Outcome:
    subject = evaluate(machine, frame, node.subject)
    for case in node.cases:
        if not fits(machine, frame, case.pattern, subject):
            continue
        if case.guard is None or machine.decide(
            truth_value(machine, evaluate(machine, frame, case.guard))
        ):
            return execute_all(machine, frame, case.body)
    return None


def _function(machine: Machine, frame: Frame, node: Any) -> Outcome:
    closure: Value = make_closure(machine, frame, node)
    for decorator in reversed(node.decorator_list):
        wrap = evaluate(machine, frame, decorator)
        closure = call_user(machine, wrap, [closure], {})
    frame.names[node.name] = closure
    return None


def _delete(machine: Machine, frame: Frame, node: Any) -> Outcome:
    for target in node.targets:
        match target:
            case ast.Name(id=name):
                if name not in frame.names:
                    raise Raised(UnboundLocalError)
                del frame.names[name]
            case ast.Subscript(value=owner, slice=place):
                container = evaluate(machine, frame, owner)
                check_may_change(machine, container, "del")
                key = evaluate(machine, frame, place)
                if not is_raw(key) or not isinstance(container, Items | Entries):
                    raise Refused("PY-STMT", "this deletion")
                guarded(container.items.__delitem__, key)
            case _:
                raise Refused("PY-STMT", "this deletion")
    return None


Handler = Callable[[Machine, Frame, Any], Outcome]
_HANDLERS: Mapping[type[ast.AST], Handler] = {
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Pass: _nothing,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Assert: _assert,
    ast.Raise: _raise,
    ast.Try: _try,
    ast.Match: _match,
    ast.FunctionDef: _function,
    ast.Delete: _delete,
}
