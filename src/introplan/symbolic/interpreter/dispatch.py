"""One piece of program: who knows what it means, or a refusal that names its place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.refusal import Refused, construct_of

Handlers = Mapping[type[ast.AST], Callable[[Machine, Frame, Any], Any]]


def dispatched(
    machine: Machine, frame: Frame, node: ast.expr | ast.stmt, *, handlers: Handlers, code: str
) -> Any:
    """What the handler of a node's kind makes of it."""
    machine.context.check()
    handler = handlers.get(type(node))
    try:
        if handler is None:
            raise Refused(code, construct_of(node))
        return handler(machine, frame, node)
    except Refused as refusal:
        refusal.at(frame.file, node.lineno)
        raise
