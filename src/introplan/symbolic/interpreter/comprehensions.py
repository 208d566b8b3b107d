"""Comprehensions and generator expressions: rounds that may or may not happen.

A round whose condition is open is computed under the assumption that it happens, and the item is
handed on together with its condition (iteration.py); a round that does more than to compute a
value forks. A generator expression is lazy, as in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeAlias

from introplan.symbolic.builtins.dicts import known_key
from introplan.symbolic.builtins.sets import make_set
from introplan.symbolic.interpreter.assignment import bind
from introplan.symbolic.interpreter.execution import Execution, Trace
from introplan.symbolic.interpreter.iteration import (
    check_has_order,
    has_order,
    new_stream,
    pairs_of,
    refuse_disorder,
)
from introplan.symbolic.interpreter.listings import both, new_listing
from introplan.symbolic.interpreter.merging import merge_results
from introplan.symbolic.interpreter.paths import pure_paths
from introplan.symbolic.interpreter.scopes import Frame
from introplan.symbolic.interpreter.streams import Pairs
from introplan.symbolic.interpreter.values import Entries, Value, is_term, sequence, unwrapped
from introplan.symbolic.refusal import CannotMerge, Raised
from introplan.symbolic.terms.build import conjoin, negate
from introplan.symbolic.terms.term import Term

Comprehension: TypeAlias = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def comprehension(run: Execution, frame: Frame, node: Comprehension) -> Value:
    """The value of a comprehension; of a generator expression an iterator that has not begun."""
    match node:
        case ast.ListComp():
            return _list(run, frame, node)
        case ast.SetComp():
            pairs = _items(run, frame, node.elt, node.generators)
            return make_set(run, set, list(pairs))
        case ast.DictComp():
            return _dict(run, frame, node)
        case ast.GeneratorExp():
            return _generator(run, frame, node)


def _list(run: Execution, frame: Frame, node: ast.ListComp) -> Value:
    pairs = _items(run, frame, node.elt, node.generators, is_ordered=True)
    return new_listing(list, list(pairs), run.stamp())


def _dict(run: Execution, frame: Frame, node: ast.DictComp) -> Value:
    items: dict[Any, Value] = {}
    pair = ast.Tuple([node.key, node.value], ast.Load(), lineno=node.lineno)
    pairs = _items(run, frame, pair, node.generators, is_ordered=True)
    for condition, value in pairs:
        if run.decide(condition):
            parts = sequence(value) or []
            items[known_key(parts[0])] = parts[1]
    return Entries(items, run.stamp())


def _generator(run: Execution, frame: Frame, node: ast.GeneratorExp) -> Value:
    def start(sources: list[Pairs]) -> Pairs:
        inner = Frame(frame.file, frame.globals, outer=frame, is_comprehension=True)
        inner.when_unordered = lose_order
        return _not_stopped(_rounds(run, inner, node.elt, node.generators, sources[0]))

    def lose_order() -> None:
        stream.is_ordered = False

    first = run.evaluate(frame, node.generators[0].iter)
    stream = new_stream(run, [first], start)
    return stream


def _not_stopped(pairs: Pairs) -> Pairs:
    """A `StopIteration` raised inside a generator becomes a `RuntimeError` (PEP 479)."""
    try:
        yield from pairs
    except Raised as raised:
        raise Raised(RuntimeError) if issubclass(raised.kind, StopIteration) else raised from None


def _items(
    run: Execution,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    *,
    is_ordered: bool = False,
) -> Pairs:
    """Conditions and values of a comprehension, in order."""
    first = run.evaluate(frame, generators[0].iter)
    inner = Frame(frame.file, frame.globals, outer=frame, is_comprehension=True)
    if is_ordered:
        check_has_order(first)
        inner.when_unordered = refuse_disorder
    return _rounds(run, inner, result, generators, pairs_of(run, first))


def _rounds(
    run: Execution,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    over: Pairs,
) -> Pairs:
    generator = generators[0]
    for condition, value in over:
        bind(run, frame, generator.target, value)
        if is_term(condition):
            yield from _guarded_round(run, frame, result, generators, condition)
        elif condition:
            yield from _filtered(run, frame, result, generators, list(generator.ifs))


def _filtered(
    run: Execution,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    filters: list[ast.expr],
) -> Pairs:
    for position, test in enumerate(filters):
        held = run.condition(frame, test)
        implied = run.implied(held)
        if implied is None:
            yield from _guarded_round(
                run, frame, result, generators, held, filters[position + 1 :]
            )
            return
        if not implied:
            return
    if len(generators) == 1:
        yield True, run.evaluate(frame, result)
    else:
        inside = run.evaluate(frame, generators[1].iter)
        if frame.when_unordered is not None and not has_order(inside):
            frame.when_unordered()
        over = pairs_of(run, inside)
        yield from _rounds(run, frame, result, generators[1:], over)


def _guarded_round(
    run: Execution,
    frame: Frame,
    result: ast.expr,
    generators: list[ast.comprehension],
    condition: Term,
    filters: list[ast.expr] | None = None,
) -> Pairs:
    """A round that only takes place where a condition holds; a fork if it is not a pure one."""
    filters = list(generators[0].ifs) if filters is None else filters

    def rest() -> list[tuple[Value, Value]]:
        return list(_filtered(run, frame, result, generators, filters))

    try:
        found = _round_under(run, frame, condition, rest)
    except CannotMerge:
        found = rest() if run.decide(condition) else []
    # Outside of the `try`: what the consumer raises while it looks at an item is not ours.
    yield from found


def _round_under(
    run: Execution,
    frame: Frame,
    condition: Term,
    body: Callable[[], list[tuple[Value, Value]]],
) -> list[tuple[Value, Value]]:
    """The items of a round where a condition holds, each with all its conditions."""
    names = dict(frame.names)

    def restoring() -> list[tuple[Value, Value]]:
        frame.names.clear()
        frame.names.update(names)
        return body()

    paths = pure_paths(run, restoring, assume=condition)
    if not paths or any(path.changes for path in paths):
        raise CannotMerge
    if len(paths) > 1 and all(len(p.result) == 1 and p.result[0][0] is True for p in paths):
        # The same round on several paths, as far as its conditions go: one item, if possible.
        return [(condition, merge_results(run, paths, lambda pairs: pairs[0][1]))]
    return [
        (both(condition, both(_taken(path.trace), held)), value)
        for path in paths
        for held, value in path.result
    ]


def _taken(trace: Trace) -> Value:
    """The condition of a path."""
    literals = [held if choice else negate(held) for held, choice in trace]
    return unwrapped(conjoin(literals)) if literals else True
