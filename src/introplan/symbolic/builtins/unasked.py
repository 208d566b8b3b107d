"""Parts of the state that no rule asks (`Unasked`): what may be done with them.

Many a state keeps the way to it: `State(board, parent=self, path=self.path + [move])`. Such a part
grows with every step and has no shape, but rules do not depend on it. So it is handed on, and
whatever would have to know more of it is refused: what was read then holds for any content.
"""

from __future__ import annotations

import ast

from introplan.symbolic.interpreter.values import BuiltinMethod, Unasked, Value, kind_tag
from introplan.symbolic.refusal import Refused

LISTS, TUPLES = frozenset({"list"}), frozenset({"tuple"})
"""The kinds of a part that is a list (a tuple) in all states: what can be copied and joined."""


def is_unasked(*values: Value) -> bool:
    """Is one of these a part that no rule may ask?"""
    return any(type(value) is Unasked for value in values)


def refuse_unasked(*values: Value) -> None:
    """Refuse to go on if one of these is a part that was not taken apart."""
    if is_unasked(*values):
        raise Refused(
            "PY-SHAPE",
            "a question about a part of the state that grows without end",
            "keep what the rules ask in parts of its own, out of paths and links",
        )


def method_of_unasked(value: Unasked, name: str) -> Value:
    """value.name: methods that hand a list on."""
    if value.kinds != LISTS or name not in ("append", "copy"):
        refuse_unasked(value)
    return BuiltinMethod(value, name)


def called_unasked(value: Unasked, name: str) -> Value:
    """value.name(...): a longer list is still one of which nothing is known."""
    return Unasked(LISTS) if name == "copy" else None


def copied_unasked(value: Value, kind: type | None = None) -> Value:
    """list(value), tuple(value), value[:]: again a part of which nothing is known."""
    if type(value) is not Unasked or value.kinds not in (LISTS, TUPLES):
        refuse_unasked(value)
    return Unasked(value.kinds if kind is None else frozenset({kind.__name__}))


def joined_unasked(op: type[ast.AST], left: Value, right: Value) -> Value:
    """left + right of two lists, or of two tuples."""
    first, second = (
        v.kinds if type(v) is Unasked else frozenset({kind_tag(v)}) for v in (left, right)
    )
    if op is not ast.Add or first != second or first not in (LISTS, TUPLES):
        refuse_unasked(left, right)
    return Unasked(first)


def is_same_as_unasked(left: Value, right: Value) -> bool:
    """left is right, where the kinds tell: a list is never None."""
    if left is right:
        return True
    value, other = (left, right) if type(left) is Unasked else (right, left)
    if other is not None or kind_tag(None) in value.kinds:
        refuse_unasked(value)
    return False
