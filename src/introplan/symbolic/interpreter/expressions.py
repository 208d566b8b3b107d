"""Expressions: what the syntax tree of an expression is worth on the present path.

Where a condition is unknown, `x if c else y`, `and`, `or` and chained comparisons are first tried
as one formula: the operand that may not be reached is computed under the assumption that it is. If
it could raise or change something there, the path forks instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.finite import for_each_value, guarded, possible_values
from introplan.symbolic.builtins.iterators import items_of, pairs_of
from introplan.symbolic.builtins.operators import truth_value, unary
from introplan.symbolic.builtins.records import attribute
from introplan.symbolic.builtins.sequences import element
from introplan.symbolic.builtins.sets import known_key, make_set, make_tuple
from introplan.symbolic.interpreter.calls import call_value, compare, operate, special_method
from introplan.symbolic.interpreter.comprehensions import COMPREHENSIONS
from introplan.symbolic.interpreter.dispatch import dispatched
from introplan.symbolic.interpreter.merging import assumed
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.scopes import Frame, check_stays, parameters_of
from introplan.symbolic.interpreter.values import (
    Closure,
    Entries,
    Items,
    Value,
    as_term,
    is_condition,
    is_raw,
    is_term,
    merged,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Refused
from introplan.symbolic.terms import build as terms

MOST_ENDS = 32
"""Ends of a slice that can be at more places than these are refused."""


def evaluate(machine: Machine, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression."""
    return dispatched(machine, frame, node, handlers=_HANDLERS, code="PY-EXPR")


def _constant(machine: Machine, frame: Frame, node: Any) -> Value:
    return node.value


def _name(machine: Machine, frame: Frame, node: Any) -> Value:
    return frame.load(node.id)


def _tuple(machine: Machine, frame: Frame, node: Any) -> Value:
    items = evaluate_items(machine, frame, node.elts)
    return make_tuple(machine, items)


def _list(machine: Machine, frame: Frame, node: Any) -> Value:
    return Items(list, evaluate_items(machine, frame, node.elts), machine.stamp())


def _set(machine: Machine, frame: Frame, node: Any) -> Value:
    pairs: list[tuple[Value, Value]] = []
    for part in node.elts:
        if isinstance(part, ast.Starred):
            pairs += pairs_of(machine, evaluate(machine, frame, part.value))
        else:
            pairs.append((True, evaluate(machine, frame, part)))
    return make_set(machine, set, pairs)


def _dict(machine: Machine, frame: Frame, node: Any) -> Value:
    items: dict[Any, Value] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            items.update(_entries_of(evaluate(machine, frame, value)))
            continue
        found = known_key(evaluate(machine, frame, key))
        items[found] = evaluate(machine, frame, value)
    return Entries(items, machine.stamp())


def _entries_of(value: Value) -> dict[Any, Value]:
    if isinstance(value, Entries):
        return value.items
    if isinstance(value, dict):
        return value
    raise Refused("PY-EXPR", "** of something that is not a dictionary")


def evaluate_items(machine: Machine, frame: Frame, nodes: list[ast.expr]) -> list[Value]:
    """The values of several expressions, starred ones spread out."""
    items: list[Value] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            items += items_of(machine, evaluate(machine, frame, node.value))
        else:
            items.append(evaluate(machine, frame, node))
    return items


def _binary(machine: Machine, frame: Frame, node: Any) -> Value:
    left = evaluate(machine, frame, node.left)
    right = evaluate(machine, frame, node.right)
    return operate(machine, type(node.op), left, right)


def _unary(machine: Machine, frame: Frame, node: Any) -> Value:
    value = evaluate(machine, frame, node.operand)
    done, result = special_method(machine, type(node.op), value)
    return result if done else unary(machine, node.op, value)


def _boolean(machine: Machine, frame: Frame, node: Any) -> Value:
    return _boolean_chain(machine, frame, node.values, is_and=isinstance(node.op, ast.And))


def _boolean_chain(
    machine: Machine, frame: Frame, nodes: list[ast.expr], *, is_and: bool
) -> Value:
    first = evaluate(machine, frame, nodes[0])
    if len(nodes) == 1:
        return first
    test = truth_value(machine, first)
    known_test = machine.knowledge.truth(test) if is_term(test) else test
    if known_test is not None:
        if bool(known_test) is not is_and:
            return first
        return _boolean_chain(machine, frame, nodes[1:], is_and=is_and)
    goes_on = test if is_and else terms.negate(test)

    def rest() -> Value:
        return _boolean_chain(machine, frame, nodes[1:], is_and=is_and)

    try:
        second = assumed(machine, frame, goes_on, rest)
        if first is test and is_condition(second):
            join = terms.conjoin if is_and else terms.disjoin
            return unwrapped(join([as_term(first), as_term(second)]))
        return merged(goes_on, second, first, floor=machine.stamp())
    except CannotMerge:
        return rest() if machine.decide(goes_on) else first


def condition(machine: Machine, frame: Frame, node: ast.expr) -> Value:
    """Whether an expression counts as true; `x and y < 7` is asked part by part."""
    match node:
        case ast.BoolOp(op=op, values=parts):
            return _conditions(machine, frame, parts, is_and=isinstance(op, ast.And))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            held = condition(machine, frame, operand)
            return unwrapped(terms.negate(held)) if is_term(held) else not held
        case _:
            return truth_value(machine, evaluate(machine, frame, node))


def _conditions(machine: Machine, frame: Frame, nodes: list[ast.expr], *, is_and: bool) -> Value:
    first = condition(machine, frame, nodes[0])
    if len(nodes) == 1:
        return first
    known_first = machine.knowledge.truth(first) if is_term(first) else first

    def rest() -> Value:
        return _conditions(machine, frame, nodes[1:], is_and=is_and)

    if known_first is not None:
        return rest() if bool(known_first) is is_and else bool(known_first)
    goes_on = first if is_and else terms.negate(first)
    try:
        second = assumed(machine, frame, goes_on, rest)
        join = terms.conjoin if is_and else terms.disjoin
        return unwrapped(join([as_term(first), as_term(second)]))
    except CannotMerge:
        return rest() if machine.decide(goes_on) else not is_and


def _conditional(machine: Machine, frame: Frame, node: Any) -> Value:
    test = condition(machine, frame, node.test)
    if is_term(test) and machine.knowledge.truth(test) is None:
        try:
            then = assumed(machine, frame, test, lambda: evaluate(machine, frame, node.body))
            other = assumed(
                machine, frame, terms.negate(test), lambda: evaluate(machine, frame, node.orelse)
            )
            return merged(test, then, other, floor=machine.stamp())
        except CannotMerge:
            pass
    return evaluate(machine, frame, node.body if machine.decide(test) else node.orelse)


def _compare(machine: Machine, frame: Frame, node: Any) -> Value:
    left = evaluate(machine, frame, node.left)
    return _comparison_chain(
        machine, frame, left, list(zip(node.ops, node.comparators, strict=True))
    )


def _comparison_chain(
    machine: Machine, frame: Frame, left: Value, rest: list[tuple[ast.cmpop, ast.expr]]
) -> Value:
    op, right_node = rest[0]
    right = evaluate(machine, frame, right_node)
    result = compare(machine, op, left, right)
    if len(rest) == 1:
        return result
    test = truth_value(machine, result)
    known_test = machine.knowledge.truth(test) if is_term(test) else test
    if known_test is not None:
        return _comparison_chain(machine, frame, right, rest[1:]) if known_test else result

    def later() -> Value:
        return _comparison_chain(machine, frame, right, rest[1:])

    try:
        return merged(test, assumed(machine, frame, test, later), False, floor=machine.stamp())
    except CannotMerge:
        return later() if machine.decide(test) else False


def _attribute(machine: Machine, frame: Frame, node: Any) -> Value:
    return attribute(machine, evaluate(machine, frame, node.value), node.attr)


def _subscript(machine: Machine, frame: Frame, node: Any) -> Value:
    value = evaluate(machine, frame, node.value)
    if isinstance(node.slice, ast.Slice):
        return element(machine, value, evaluate_slice(machine, frame, node.slice))
    return element(machine, value, evaluate(machine, frame, node.slice))


def evaluate_slice(machine: Machine, frame: Frame, node: ast.Slice) -> slice:
    """A slice; ends that depend on the state are decided, each on a path of its own."""
    ends = [
        n if n is None else _decided_end(machine, evaluate(machine, frame, n))
        for n in (node.lower, node.upper, node.step)
    ]
    return slice(*ends)


def _decided_end(machine: Machine, end: Value) -> Value:
    """An end of a slice as a known number."""
    if is_raw(end):
        return end
    places = possible_values(machine, end, limit=MOST_ENDS) if is_term(end) else None
    if not places:
        raise Refused("PY-EXPR", "a slice whose ends depend on the state")
    for place in places[:-1]:
        if machine.decide(unwrapped(terms.equal(end, terms.const(place)))):
            return place
    return places[-1]


def _slice(machine: Machine, frame: Frame, node: Any) -> Value:
    return evaluate_slice(machine, frame, node)


def _call(machine: Machine, frame: Frame, node: Any) -> Value:
    function = evaluate(machine, frame, node.func)
    arguments = evaluate_items(machine, frame, node.args)
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = evaluate(machine, frame, keyword.value)
        if keyword.arg is None:
            named.update(_entries_of(value))
        else:
            named[keyword.arg] = value
    return call_value(machine, function, arguments, named)


def _lambda(machine: Machine, frame: Frame, node: Any) -> Value:
    return make_closure(machine, frame, node)


def make_closure(machine: Machine, frame: Frame, node: ast.FunctionDef | ast.Lambda) -> Closure:
    """A function defined inside another one."""
    arguments = node.args
    names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    values = [evaluate(machine, frame, default) for default in arguments.defaults]
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            defaults[argument.arg] = evaluate(machine, frame, default)
    parameters_of(node)
    return Closure(node, frame, defaults, frame.file)


def _walrus(machine: Machine, frame: Frame, node: Any) -> Value:
    if frame.is_comprehension:
        raise Refused("PY-EXPR", ":= inside a comprehension")
    value = evaluate(machine, frame, node.value)
    frame.names[node.target.id] = value
    return value


def _yield(machine: Machine, frame: Frame, node: Any) -> Value:
    """A generator function is run at once; what it yields is noted."""
    if frame.yields is None:
        raise Refused("PY-EXPR", "yield in an unusual place")
    value = None if node.value is None else evaluate(machine, frame, node.value)
    if not machine.may_change(frame.yields.made) or machine.forbids_forks:
        raise CannotMerge
    check_stays(value)
    frame.yields.items.append(value)
    return None


def _joined_text(machine: Machine, frame: Frame, node: Any) -> Value:
    pieces = [evaluate(machine, frame, part) for part in node.values]
    if all(map(is_raw, pieces)):
        return "".join(map(str, pieces))
    if all(is_raw(p) or is_term(p) for p in pieces):
        try:
            return for_each_value(machine, _concatenated, *pieces)
        except Refused:
            pass
    raise Refused(
        "PY-STR",
        "an f-string over a value that depends on the state",
        "use a tuple as a key instead of text",
    )


def _concatenated(*pieces: Any) -> str:
    return "".join(map(str, pieces))


def _formatted(machine: Machine, frame: Frame, node: Any) -> Value:
    value = evaluate(machine, frame, node.value)
    if node.conversion != -1 or node.format_spec is not None:
        raise Refused("PY-STR", "an f-string with a format", "use a plain f-string")
    if not is_term(value) and not is_raw(value):
        raise Refused("PY-STR", "the text of a value that depends on the state")
    return value if is_term(value) else guarded(format, value)


Handler = Callable[[Machine, Frame, Any], Value]
_HANDLERS: Mapping[type[ast.AST], Handler] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
    ast.IfExp: _conditional,
    ast.Compare: _compare,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Call: _call,
    ast.Lambda: _lambda,
    ast.NamedExpr: _walrus,
    ast.Yield: _yield,
    **COMPREHENSIONS,
    ast.JoinedStr: _joined_text,
    ast.FormattedValue: _formatted,
}
