"""`import` inside a function: names for modules that are there already.

Nothing is imported by reading: a module that is not loaded yet may do anything when it is. The
world's functions are called before they are read, which loads what they need.
"""

from __future__ import annotations

import ast
import sys

from introplan.modules import full_name
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Value
from introplan.symbolic.refusal import Refused, construct_of


def bind_imports(frame: Frame, node: ast.Import | ast.ImportFrom) -> None:
    """Give the modules, or what is taken from one, their names in this call."""
    for each in node.names:
        if isinstance(node, ast.Import):
            module = _loaded(each.name, 0, frame, node)
            top = each.name.partition(".")[0]
            if each.asname:
                frame.names[each.asname] = module
            else:
                frame.names[top] = _loaded(top, 0, frame, node)
        else:
            frame.names[each.asname or each.name] = _taken(frame, node, each.name)


def _taken(frame: Frame, node: ast.ImportFrom, name: str) -> Value:
    """`name` of `from module import name`: an attribute, or else a module inside a package."""
    module = node.module or ""
    found = _loaded(module, node.level, frame, node)
    if hasattr(found, name):
        return getattr(found, name)
    return _loaded(".".join(filter(None, (module, name))), node.level, frame, node)


def _loaded(name: str, level: int, frame: Frame, node: ast.stmt) -> Value:
    full = full_name(name, level, frame.globals)
    if full not in sys.modules:
        raise Refused("PY-STMT", construct_of(node))
    return sys.modules[full]
