"""The K of `beam[K]`: a number, or arithmetic in d, the distance of the paper's experiments."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping

from introplan.errors import UsageError
from introplan.syntax import expression_tree

MAX_BUDGET = 10**12
"""Nodes or simulations: more than this would take years, and is taken for a typing error."""

OPERATIONS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
"""What may stand between two numbers; `d^2` is read as `d**2`."""


def budget(text: str, distance: int | None = None) -> int:
    """The number that `text` stands for, rounded down.

    >>> budget("100"), budget("2*d*d", 20), budget("2*d**2 + 1", 3), budget("d^2 / 2", 3)
    (100, 800, 19, 4)
    """
    tree = _parsed(text)
    if distance is None and any(isinstance(part, ast.Name) for part in ast.walk(tree)):
        raise UsageError(f"K = {text!r} needs a distance d, which this task does not have")
    try:
        value = _value(tree, distance or 0)
        whole = int(value // 1)
    except (ArithmeticError, ValueError, TypeError):
        raise UsageError(f"K = {text!r} is no number") from None
    if not 1 <= whole <= MAX_BUDGET:
        of = "" if distance is None else f" for d = {distance}"
        raise UsageError(f"K = {text!r} must be at least 1 and at most 10**12, is {whole}{of}")
    return whole


def check_budget(text: str) -> None:
    """Complain about text that stands for no number whatever d is."""
    _parsed(text)


def _parsed(text: str) -> ast.expr:
    try:
        tree = expression_tree(text.strip().replace("^", "**"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _not_understood(text) from None
    for part in ast.walk(tree):
        is_number = isinstance(part, ast.Constant) and type(part.value) in (int, float)
        is_d = isinstance(part, ast.Name) and part.id == "d"
        is_sign = isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub)
        is_operation = isinstance(part, ast.BinOp) and type(part.op) in OPERATIONS
        is_trifle = isinstance(part, ast.operator | ast.unaryop | ast.expr_context)
        if not (is_number or is_d or is_sign or is_operation or is_trifle):
            raise _not_understood(text)
    return tree


def _not_understood(text: str) -> UsageError:
    return UsageError(f"K = {text[:80]!r} is not understood; write a number, or one in d: 2*d*d")


def _value(tree: ast.expr, distance: int) -> float:
    match tree:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name():
            return distance
        case ast.UnaryOp(operand=operand):
            return -_value(operand, distance)
        case ast.BinOp(left=left, op=op, right=right):
            return _combined(type(op), _value(left, distance), _value(right, distance))
        case _:
            raise AssertionError("checked when it was parsed")


def _combined(kind: type[ast.operator], left: float, right: float) -> float:
    is_power = OPERATIONS[kind] is operator.pow
    if is_power and abs(right) * max(1, abs(left)).__floor__().bit_length() > 200:
        raise OverflowError
    return OPERATIONS[kind](left, right)
