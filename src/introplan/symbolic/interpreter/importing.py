"""`import` inside a function: names for modules that are there already.

Nothing is imported by reading: a module that nobody has loaded may do anything when it is. The
world's functions are called before they are read, which loads what they need.
"""

from __future__ import annotations

import ast
import sys

from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Value
from introplan.symbolic.refusal import Refused, construct_of


def bind_imports(frame: Frame, node: ast.Import | ast.ImportFrom) -> None:
    """Give the modules, or what is taken from one, their names in this call."""
    for each in node.names:
        if isinstance(node, ast.Import):
            name = each.asname or each.name.partition(".")[0]
            module = _loaded(each.name, node)
            frame.names[name] = module if each.asname else _loaded(name, node)
        else:
            frame.names[each.asname or each.name] = _taken(frame, node, each.name)


def _taken(frame: Frame, node: ast.ImportFrom, name: str) -> Value:
    """`name` of `from module import name`: an attribute, or else a module inside a package."""
    package = str(frame.globals.get("__package__") or "")
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    module = ".".join(filter(None, (*above, node.module)))
    found = _loaded(module, node)
    return getattr(found, name) if hasattr(found, name) else _loaded(f"{module}.{name}", node)


def _loaded(name: str, node: ast.stmt) -> Value:
    if name not in sys.modules:
        raise Refused("PY-STMT", construct_of(node))
    return sys.modules[name]
