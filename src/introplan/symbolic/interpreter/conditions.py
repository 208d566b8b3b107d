"""Conditions: operands that may not be reached (`and`, `or`, `x if c else y`, `a < b < c`).

Where a condition is open, the operand behind it is computed under the assumption that it is
reached, and both cases become one value. If it could raise or change something there, the path
forks instead.
"""

from __future__ import annotations

import ast

from introplan.symbolic.builtins.compare import compare
from introplan.symbolic.interpreter.choices import merge_values
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.merging import merge_new_values, under_assumption
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.values import Value, as_term, is_condition, is_term, unwrapped
from introplan.symbolic.refusal import CannotMerge
from introplan.symbolic.terms import build as terms


def condition(run: Execution, frame: Frame, node: ast.expr) -> Value:
    """The truth of an expression; `x and y < 7` is asked part by part.

    Its value does not matter here, so `x and y` is one conjunction even where `x` is a list.
    """
    match node:
        case ast.BoolOp(op=op, values=parts):
            return _conditions(run, frame, parts, is_and=isinstance(op, ast.And))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            held = run.condition(frame, operand)
            return unwrapped(terms.negate(held)) if is_term(held) else not held
        case _:
            return run.truth_value(run.evaluate(frame, node))


def _conditions(run: Execution, frame: Frame, nodes: list[ast.expr], *, is_and: bool) -> Value:
    first = run.condition(frame, nodes[0])
    if len(nodes) == 1:
        return first
    implied = run.implied(first)

    def rest() -> Value:
        return _conditions(run, frame, nodes[1:], is_and=is_and)

    if implied is not None:
        return rest() if implied is is_and else implied
    goes_on = first if is_and else terms.negate(first)
    try:
        second = under_assumption(run, frame, goes_on, rest)
        join = terms.conjoin if is_and else terms.disjoin
        return unwrapped(join([as_term(first), as_term(second)]))
    except CannotMerge:
        return rest() if run.decide(goes_on) else not is_and


def boolean(run: Execution, frame: Frame, nodes: list[ast.expr], *, is_and: bool) -> Value:
    """`a and b` or `a or b` as a value: the first operand that settles it, or the last one."""
    first = run.evaluate(frame, nodes[0])
    if len(nodes) == 1:
        return first
    test = run.truth_value(first)

    def rest() -> Value:
        return boolean(run, frame, nodes[1:], is_and=is_and)

    implied = run.implied(test)
    if implied is not None:
        return rest() if implied is is_and else first
    goes_on = test if is_and else terms.negate(test)
    try:
        second = under_assumption(run, frame, goes_on, rest)
        if first is test and is_condition(second):
            join = terms.conjoin if is_and else terms.disjoin
            return unwrapped(join([as_term(first), as_term(second)]))
        return merge_values(goes_on, second, first, floor=run.stamp())
    except CannotMerge:
        return rest() if run.decide(goes_on) else first


def conditional(run: Execution, frame: Frame, node: ast.IfExp) -> Value:
    """`body if test else orelse`."""
    test = run.condition(frame, node.test)
    if run.implied(test) is None:
        start = run.stamp()
        try:
            then = under_assumption(run, frame, test, lambda: run.evaluate(frame, node.body))
            other = under_assumption(
                run, frame, terms.negate(test), lambda: run.evaluate(frame, node.orelse)
            )
            return merge_new_values(run, test, then, other, start=start)
        except CannotMerge:
            pass
    return run.evaluate(frame, node.body if run.decide(test) else node.orelse)


def comparison(run: Execution, frame: Frame, node: ast.Compare) -> Value:
    """`a < b`, or a chain such as `a < b <= c`, of which each operand is evaluated once."""
    left = run.evaluate(frame, node.left)
    return _chain(run, frame, left, list(zip(node.ops, node.comparators, strict=True)))


def _chain(
    run: Execution, frame: Frame, left: Value, rest: list[tuple[ast.cmpop, ast.expr]]
) -> Value:
    op, right_node = rest[0]
    right = run.evaluate(frame, right_node)
    result = compare(run, op, left, right)
    if len(rest) == 1:
        return result
    test = run.truth_value(result)

    def later() -> Value:
        return _chain(run, frame, right, rest[1:])

    implied = run.implied(test)
    if implied is not None:
        return later() if implied else result
    # Where the first comparison is a truth value, its own value in the other case is False; a
    # comparison method of the user's may return something else that counts as false.
    ended = False if result is test else result
    try:
        goes_on = under_assumption(run, frame, test, later)
        return merge_values(test, goes_on, ended, floor=run.stamp())
    except CannotMerge:
        return later() if run.decide(test) else ended
