"""Statements: `execute` runs one of them and says how it ends its block.

An `if` whose condition is open is merged first (merging.py): both branches are run under their
assumption, and if all they do is to assign to names, the values are merged. Everything else (a
branch that returns, raises, or changes an object) forks.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import NoReturn

from introplan.symbolic.interpreter.assignment import assign, delete, update
from introplan.symbolic.interpreter.bookkeeping import keeps_books
from introplan.symbolic.interpreter.classes import check_plain_class
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.expressions import make_closure
from introplan.symbolic.interpreter.importing import bind_imports
from introplan.symbolic.interpreter.loops import (
    BREAK,
    CONTINUE,
    Outcome,
    Return,
    execute_for,
    execute_while,
)
from introplan.symbolic.interpreter.merging import merge_branches
from introplan.symbolic.interpreter.patterns import fits
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Record, Value
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, construct_of


def execute_all(run: Execution, frame: Frame, body: list[ast.stmt]) -> Outcome:
    """Run statements until one of them ends the block."""
    for statement in body:
        outcome = execute(run, frame, statement)
        if outcome is not None:
            return outcome
    return None


def execute(run: Execution, frame: Frame, node: ast.stmt) -> Outcome:
    """Run one statement; a refusal names the place of the innermost one."""
    run.context.check()
    try:
        return None if keeps_books(run, frame, node) else _execute(run, frame, node)
    except Refused as refusal:
        frame.blame(refusal, node.lineno)
        raise


def _execute(run: Execution, frame: Frame, node: ast.stmt) -> Outcome:  # noqa: C901 - one case per kind
    match node:
        case ast.Assign() | ast.AnnAssign():
            _assign(run, frame, node)
        case ast.If():
            return _if(run, frame, node)
        case ast.Return():
            return _return(run, frame, node)
        case ast.Expr():
            run.evaluate(frame, node.value)
        case ast.For():
            return execute_for(run, frame, node, execute_all)
        case ast.AugAssign():
            update(run, frame, node)
        case ast.While():
            return execute_while(run, frame, node, execute_all)
        case ast.Match():
            return _match(run, frame, node)
        case ast.Raise():
            _raise(run, frame, node)
        case ast.Break():
            return BREAK
        case ast.Continue():
            return CONTINUE
        case ast.Assert():
            _assert(run, frame, node)
        case ast.Try():
            return _try(run, frame, node)
        case ast.FunctionDef():
            _function(run, frame, node)
        case ast.Delete():
            delete(run, frame, node)
        case ast.Import() | ast.ImportFrom():
            bind_imports(frame, node)
        case ast.Pass():
            pass
        case _:
            raise Refused("PY-STMT", construct_of(node))
    return None


def _return(run: Execution, frame: Frame, node: ast.Return) -> Return:
    value = None if node.value is None else run.evaluate(frame, node.value)
    if not frame.forwards:
        run.line = node.lineno
    return Return(value)


def _assign(run: Execution, frame: Frame, node: ast.Assign | ast.AnnAssign) -> None:
    if node.value is None:
        return  # `x: int` says nothing that is executed
    value = run.evaluate(frame, node.value)
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        assign(run, frame, target, value)


def _if(run: Execution, frame: Frame, node: ast.If) -> Outcome:
    test = run.condition(frame, node.test)
    if run.implied(test) is None and not run.forbids_forks:
        try:
            merge_branches(run, frame, test, partial(_run_branch, run, frame, node))
            return None
        except CannotMerge:
            pass
    return execute_all(run, frame, node.body if run.decide(test) else node.orelse)


def _run_branch(run: Execution, frame: Frame, node: ast.If, choice: bool) -> None:
    """One branch of an `if`; raises `CannotMerge` if it returns, breaks or continues."""
    if execute_all(run, frame, node.body if choice else node.orelse) is not None:
        raise CannotMerge


def _assert(run: Execution, frame: Frame, node: ast.Assert) -> None:
    # Under `python -O` the user's own functions run without assertions.
    if __debug__ and not run.decide(run.truth_value(run.evaluate(frame, node.test))):
        raise Raised(AssertionError)


def _raise(run: Execution, frame: Frame, node: ast.Raise) -> NoReturn:
    if node.exc is None:
        raise Refused("PY-STMT", "raise without an exception")
    value = _exception(run, frame, node.exc)
    kind = value.kind if isinstance(value, Record) else value
    if isinstance(kind, BaseException):
        kind = type(kind)
    if not isinstance(kind, type) or not issubclass(kind, BaseException):
        raise Raised(TypeError)
    raise Raised(kind)


def _exception(run: Execution, frame: Frame, node: ast.expr) -> Value:
    """What is raised; a message that cannot be evaluated does not matter, only its class does."""
    try:
        return run.evaluate(frame, node)
    except Refused:
        kind = run.evaluate(frame, node.func) if isinstance(node, ast.Call) else None
        if isinstance(kind, type) and issubclass(kind, BaseException):
            check_plain_class(kind, "__init__", "__new__")
            return kind
        raise


def _try(run: Execution, frame: Frame, node: ast.Try) -> Outcome:
    if node.finalbody:
        raise Refused("PY-STMT", "try with finally")
    # Merging needs a piece of program that cannot raise; here an exception is part of the plan.
    if run.is_merging or run.forbids_forks:
        raise CannotMerge
    try:
        outcome = execute_all(run, frame, node.body)
    except Raised as raised:
        handler = _handler_for(run, frame, node.handlers, raised)
        if handler is None:
            raise
        if handler.name and _is_read(handler):
            raise Refused("PY-STMT", "except ... as a name") from None
        return execute_all(run, frame, handler.body)
    return execute_all(run, frame, node.orelse) if outcome is None else outcome


def _is_read(handler: ast.ExceptHandler) -> bool:
    """Does a handler read the name that it gives to the exception?"""
    parts = (part for statement in handler.body for part in ast.walk(statement))
    return any(isinstance(part, ast.Name) and part.id == handler.name for part in parts)


def _handler_for(
    run: Execution, frame: Frame, handlers: list[ast.ExceptHandler], raised: Raised
) -> ast.ExceptHandler | None:
    for handler in handlers:
        if handler.type is None:
            return handler
        kinds = run.evaluate(frame, handler.type)
        if issubclass(raised.kind, kinds):
            return handler
    return None


def _match(run: Execution, frame: Frame, node: ast.Match) -> Outcome:
    subject = run.evaluate(frame, node.subject)
    for case in node.cases:
        if not fits(run, frame, case.pattern, subject):
            continue
        if case.guard is None or run.decide(run.truth_value(run.evaluate(frame, case.guard))):
            return execute_all(run, frame, case.body)
    return None


def _function(run: Execution, frame: Frame, node: ast.FunctionDef) -> None:
    closure: Value = make_closure(run, frame, node)
    for decorator in reversed(node.decorator_list):
        wrap = run.evaluate(frame, decorator)
        closure = run.call(wrap, [closure], {})
    frame.names[node.name] = closure
