"""Comprehensions and generator expressions: rounds that may or may not happen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from introplan.symbolic.builtins.iterators import (
    check_has_order,
    has_order,
    items_of,
    new_stream,
    pairs_of,
    refuse_disorder,
)
from introplan.symbolic.builtins.sets import known_key, make_set
from introplan.symbolic.interpreter.merging import assumed
from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.streams import Pairs
from introplan.symbolic.interpreter.values import Entries, Items, Value, is_term, sequence
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, construct_of
from introplan.symbolic.terms.term import Term


def _evaluate(machine: Machine, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression; evaluation itself knows this module."""
    return machine.context.tables["evaluate"](machine, frame, node)


def _list_comprehension(machine: Machine, frame: Frame, node: Any) -> Value:
    pairs = _comprehended(machine, frame, node.elt, node.generators, is_ordered=True)
    return Items(list, [v for c, v in pairs if machine.decide(c)], machine.stamp())


def _set_comprehension(machine: Machine, frame: Frame, node: Any) -> Value:
    return make_set(machine, set, list(_comprehended(machine, frame, node.elt, node.generators)))


def _dict_comprehension(machine: Machine, frame: Frame, node: Any) -> Value:
    items: dict[Any, Value] = {}
    pair = ast.Tuple([node.key, node.value], ast.Load(), lineno=node.lineno)
    pairs = _comprehended(machine, frame, pair, node.generators, is_ordered=True)
    for condition, value in pairs:
        if machine.decide(condition):
            parts = sequence(value) or []
            items[known_key(parts[0])] = parts[1]
    return Entries(items, machine.stamp())


def _generator(machine: Machine, frame: Frame, node: Any) -> Value:
    def start(sources: list[Pairs]) -> Pairs:
        inner = Frame(frame.file, frame.globals, outer=frame, is_comprehension=True)
        inner.when_unordered = lose_order
        return _not_stopped(_rounds(machine, inner, node.elt, node.generators, sources[0]))

    def lose_order() -> None:
        stream.is_ordered = False

    first = _evaluate(machine, frame, node.generators[0].iter)
    stream = new_stream(machine, [first], start)
    return stream


def _not_stopped(pairs: Pairs) -> Pairs:
    """Python does not let a generator end by a `StopIteration` of somebody else."""
    try:
        yield from pairs
    except Raised as raised:
        raise Raised(RuntimeError) if issubclass(raised.kind, StopIteration) else raised from None


def _comprehended(
    machine: Machine,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    *,
    is_ordered: bool = False,
) -> Pairs:
    """Conditions and values of a comprehension, in order."""
    first = _evaluate(machine, frame, generators[0].iter)
    inner = Frame(frame.file, frame.globals, outer=frame, is_comprehension=True)
    if is_ordered:
        check_has_order(first)
        inner.when_unordered = refuse_disorder
    return _rounds(machine, inner, result, generators, pairs_of(machine, first))


def _rounds(
    machine: Machine,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    over: Pairs,
) -> Pairs:
    generator = generators[0]
    for condition, value in over:
        bind(machine, frame, generator.target, value)
        if is_term(condition):
            yield from _guarded_round(machine, frame, result, generators, condition)
        elif condition:
            yield from _filtered(machine, frame, result, generators, list(generator.ifs))


def _filtered(
    machine: Machine,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    filters: list[ast.expr],
) -> Pairs:
    for position, test in enumerate(filters):
        held = machine.context.tables["condition"](machine, frame, test)
        verdict = machine.knowledge.truth(held) if is_term(held) else held
        if verdict is None:
            yield from _guarded_round(
                machine, frame, result, generators, held, filters[position + 1 :]
            )
            return
        if not verdict:
            return
    if len(generators) == 1:
        yield True, _evaluate(machine, frame, result)
    else:
        inside = _evaluate(machine, frame, generators[1].iter)
        if frame.when_unordered is not None and not has_order(inside):
            frame.when_unordered()
        over = pairs_of(machine, inside)
        yield from _rounds(machine, frame, result, generators[1:], over)


def _guarded_round(
    machine: Machine,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    condition: Term,
    filters: list[ast.expr] | None = None,
) -> Pairs:
    """A round that only takes place where a condition holds; a fork if it is not a pure one."""
    filters = list(generators[0].ifs) if filters is None else filters
    pairs: list[tuple[Value, Value]]
    try:
        if filters or len(generators) > 1:
            raise CannotMerge
        value = assumed(machine, frame, condition, lambda: _evaluate(machine, frame, result))
        pairs = [(condition, value)]
    except CannotMerge:
        if not machine.decide(condition):
            return
        yield from _filtered(machine, frame, result, generators, filters)
        return
    yield from pairs


def bind(machine: Machine, frame: Frame, target: ast.expr, value: Value) -> None:
    """Give a value to a name, or its parts to several names."""
    match target:
        case ast.Name(id=name):
            frame.names[name] = value
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for part, item in zip(targets, unpacked(machine, targets, value), strict=True):
                inner = part.value if isinstance(part, ast.Starred) else part
                bind(machine, frame, inner, item)
        case _:
            raise Refused("PY-STMT", f"assigning to {construct_of(target)}")


def unpacked(machine: Machine, targets: list[ast.expr], value: Value) -> list[Value]:
    """The parts of a value for as many targets, one of which may be starred."""
    items = items_of(machine, value)
    stars = [i for i, t in enumerate(targets) if isinstance(t, ast.Starred)]
    if not stars:
        if len(items) != len(targets):
            raise Raised(ValueError)
        return items
    after = len(targets) - stars[0] - 1
    middle = items[stars[0] : len(items) - after]
    head, tail = items[: stars[0]], items[len(items) - after :]
    return [*head, Items(list, middle, machine.stamp()), *tail]


COMPREHENSIONS: Mapping[type[ast.AST], Callable[[Machine, Frame, Any], Value]] = {
    ast.ListComp: _list_comprehension,
    ast.SetComp: _set_comprehension,
    ast.DictComp: _dict_comprehension,
    ast.GeneratorExp: _generator,
}
