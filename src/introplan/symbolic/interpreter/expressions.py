"""Expressions: the value of a syntax tree on the present path.

`evaluate` has one case for each kind of node. Operands that may not be reached are in
conditions.py, comprehensions in comprehensions.py, what operators mean in `builtins/`.
"""

from __future__ import annotations

import ast
from typing import Any

from introplan.symbolic.builtins.dicts import known_key
from introplan.symbolic.builtins.operators import element, operate, unary
from introplan.symbolic.builtins.parents import parent
from introplan.symbolic.builtins.records import attribute
from introplan.symbolic.builtins.sequences import make_tuple
from introplan.symbolic.builtins.sets import make_set
from introplan.symbolic.builtins.unasked import copied_unasked, is_unasked
from introplan.symbolic.interpreter.comprehensions import comprehension
from introplan.symbolic.interpreter.concretisation import call_python, possible_values, tabulate
from introplan.symbolic.interpreter.conditions import boolean, comparison, conditional
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.iteration import check_has_order, items_of, pairs_of
from introplan.symbolic.interpreter.listings import Guarded, append, new_listing
from introplan.symbolic.interpreter.scopes import Frame, check_stays
from introplan.symbolic.interpreter.values import (
    Closure,
    Entries,
    Items,
    Value,
    is_concrete,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import Refused, construct_of
from introplan.symbolic.terms import build as terms

MAX_SLICE_ENDS = 32
"""Places that an end of a slice may have: each is a path of its own, so more are refused."""


def evaluate(run: Execution, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression; a refusal names the place of the innermost one."""
    run.context.check()
    try:
        return _evaluate(run, frame, node)
    except Refused as refusal:
        frame.blame(refusal, node.lineno)
        raise


def _evaluate(run: Execution, frame: Frame, node: ast.expr) -> Value:  # noqa: C901 - one case per kind of node
    # The most frequent kinds come first: `match` tries them in this order.
    match node:
        case ast.Name():
            return frame.load(node.id)
        case ast.Constant():
            return node.value
        case ast.Attribute():
            return attribute(run, evaluate(run, frame, node.value), node.attr)
        case ast.Compare():
            return comparison(run, frame, node)
        case ast.Subscript():
            container = evaluate(run, frame, node.value)
            return element(run, container, evaluate(run, frame, node.slice))
        case ast.BinOp():
            left = evaluate(run, frame, node.left)
            return operate(run, type(node.op), left, evaluate(run, frame, node.right))
        case ast.Call():
            return _call(run, frame, node)
        case ast.Tuple():
            return _tuple(run, frame, node)
        case ast.BoolOp():
            return boolean(run, frame, node.values, is_and=isinstance(node.op, ast.And))
        case ast.UnaryOp():
            return unary(run, node.op, evaluate(run, frame, node.operand))
        case ast.IfExp():
            return conditional(run, frame, node)
        case ast.List():
            return _display(run, frame, list, node.elts)
        case ast.Dict():
            return _dict(run, frame, node)
        case ast.Set():
            return _set(run, frame, node)
        case ast.Slice():
            return _slice(run, frame, node)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return comprehension(run, frame, node)
        case ast.Lambda():
            return make_closure(run, frame, node)
        case ast.NamedExpr():
            return _walrus(run, frame, node)
        case ast.Yield():
            return _yield(run, frame, node)
        case ast.YieldFrom():
            return _yield_from(run, frame, node)
        case ast.JoinedStr():
            return _joined_text(run, frame, node)
        case ast.FormattedValue():
            return _formatted(run, frame, node)
        case _:
            raise Refused("PY-EXPR", construct_of(node))


def _set(run: Execution, frame: Frame, node: ast.Set) -> Value:
    pairs: list[tuple[Value, Value]] = []
    for part in node.elts:
        if isinstance(part, ast.Starred):
            pairs += pairs_of(run, evaluate(run, frame, part.value))
        else:
            pairs.append((True, evaluate(run, frame, part)))
    return make_set(run, set, pairs)


def _dict(run: Execution, frame: Frame, node: ast.Dict) -> Value:
    items: dict[Any, Value] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            items.update(_entries_of(evaluate(run, frame, value)))
            continue
        found = known_key(evaluate(run, frame, key))
        items[found] = evaluate(run, frame, value)
    return Entries(items, run.stamp())


def _entries_of(value: Value) -> dict[Any, Value]:
    if isinstance(value, Entries):
        return value.items
    if isinstance(value, dict):
        return value
    raise Refused("PY-EXPR", "** of something that is not a dictionary")


def evaluate_items(run: Execution, frame: Frame, nodes: list[ast.expr]) -> list[Value]:
    """The values of several expressions, starred ones spread out."""
    items: list[Value] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            items += items_of(run, evaluate(run, frame, node.value))
        else:
            items.append(evaluate(run, frame, node))
    return items


def _display(run: Execution, frame: Frame, kind: type, nodes: list[ast.expr]) -> Value:
    """A list or tuple of the values of several expressions; parts of starred ones may be missing,
    and of a part that no rule asks it is not even known how many there are.
    """
    pairs: Guarded = []
    whole: Value = None
    for node in nodes:
        if isinstance(node, ast.Starred):
            values = evaluate(run, frame, node.value)
            if is_unasked(values):
                whole = copied_unasked(values, kind)
                continue
            check_has_order(values)
            pairs += pairs_of(run, values)
            check_has_order(values)
        else:
            pairs.append((True, evaluate(run, frame, node)))
    return new_listing(kind, pairs, run.stamp()) if whole is None else whole


def _tuple(run: Execution, frame: Frame, node: ast.Tuple) -> Value:
    if not any(isinstance(part, ast.Starred) for part in node.elts):
        return make_tuple(run, evaluate_items(run, frame, node.elts))
    made = _display(run, frame, tuple, node.elts)
    return make_tuple(run, made.items) if isinstance(made, Items) else made


def _slice(run: Execution, frame: Frame, node: ast.Slice) -> slice:
    """A slice; ends that depend on the state are decided, each on a path of its own."""
    ends = [
        n if n is None else _decided_end(run, evaluate(run, frame, n))
        for n in (node.lower, node.upper, node.step)
    ]
    return slice(*ends)


def _decided_end(run: Execution, end: Value) -> Value:
    """An end of a slice as a known number."""
    if is_concrete(end):
        return end
    places = possible_values(run, end, limit=MAX_SLICE_ENDS) if is_term(end) else None
    if not places:
        raise Refused("PY-EXPR", "a slice whose ends depend on the state")
    for place in places[:-1]:
        if run.decide(unwrapped(terms.equal(end, terms.const(place)))):
            return place
    return places[-1]


def _call(run: Execution, frame: Frame, node: ast.Call) -> Value:
    function = evaluate(run, frame, node.func)
    arguments = evaluate_items(run, frame, node.args)
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = evaluate(run, frame, keyword.value)
        if keyword.arg is None:
            named.update(_entries_of(value))
        else:
            named[keyword.arg] = value
    if function is super and not node.args:
        return parent(frame)
    return run.call(function, arguments, named)


def make_closure(run: Execution, frame: Frame, node: ast.FunctionDef | ast.Lambda) -> Closure:
    """A function or lambda defined inside another function, with its default values."""
    arguments = node.args
    names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    values = [evaluate(run, frame, default) for default in arguments.defaults]
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            defaults[argument.arg] = evaluate(run, frame, default)
    return Closure(node, frame, defaults, frame.file)


def _walrus(run: Execution, frame: Frame, node: ast.NamedExpr) -> Value:
    if frame.is_comprehension:
        raise Refused("PY-EXPR", ":= inside a comprehension")
    value = evaluate(run, frame, node.value)
    frame.names[node.target.id] = value
    return value


def _yield(run: Execution, frame: Frame, node: ast.Yield) -> Value:
    """A generator function is run at once; what it yields is noted."""
    if frame.yields is None:
        raise Refused("PY-EXPR", "yield in an unusual place")
    value = None if node.value is None else evaluate(run, frame, node.value)
    run.check_may_lengthen(frame.yields, "yield")
    check_stays(value)
    append(frame.yields, True, value)
    return None


def _yield_from(run: Execution, frame: Frame, node: ast.YieldFrom) -> Value:
    """All items of another iterator, yielded one by one; its value is not used."""
    if frame.yields is None:
        raise Refused("PY-EXPR", "yield in an unusual place")
    values = evaluate(run, frame, node.value)
    check_has_order(values)
    run.check_may_lengthen(frame.yields, "yield")
    for held, value in pairs_of(run, values):
        check_stays(value)
        append(frame.yields, held, value)
    check_has_order(values)
    return None


def _joined_text(run: Execution, frame: Frame, node: ast.JoinedStr) -> Value:
    pieces = [evaluate(run, frame, part) for part in node.values]
    if all(map(is_concrete, pieces)):
        return "".join(map(str, pieces))
    # Text is a value like another one as long as it can only be a few texts: it is a key into a
    # table then. Otherwise there is no term for it.
    if all(is_concrete(p) or is_term(p) for p in pieces):
        try:
            return tabulate(run, _concatenated, *pieces)
        except Refused:
            pass
    raise Refused(
        "PY-STR",
        "an f-string over a value that depends on the state",
        "use a tuple as a key instead of text",
    )


def _concatenated(*pieces: Any) -> str:
    return "".join(map(str, pieces))


def _formatted(run: Execution, frame: Frame, node: ast.FormattedValue) -> Value:
    value = evaluate(run, frame, node.value)
    if node.conversion != -1 or node.format_spec is not None:
        raise Refused("PY-STR", "an f-string with a format", "use a plain f-string")
    if not is_term(value) and not is_concrete(value):
        raise Refused("PY-STR", "the text of a value that depends on the state")
    return value if is_term(value) else call_python(format, value)
