"""Iterators and the functions that make or use them: `range`, `zip`, `map`, `any`, `next`, ...

An iterator is a `Stream` (streams.py): used up once and shared by all that hold it, as in Python.
`any` and `all` stop at the first item that settles the answer, so an item after it may raise
without harm; see `quantified`.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import Any, TypeAlias

from introplan.symbolic.builtins.ranges import make_range
from introplan.symbolic.builtins.sequences import make_tuple
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import (
    check_has_order,
    decided_items,
    has_order,
    items_of,
    new_stream,
    pairs_of,
)
from introplan.symbolic.interpreter.listings import Guarded, both, new_listing
from introplan.symbolic.interpreter.merging import merge_results
from introplan.symbolic.interpreter.paths import pure_paths
from introplan.symbolic.interpreter.streams import ItemSource, Pairs, Stream
from introplan.symbolic.interpreter.values import (
    Items,
    Listing,
    Members,
    Value,
    as_term,
    is_term,
    sequence,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused, kind_of
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term

_END = object()
"""What `next` gives after the last item: no value of a program is this object."""


def _enumerate(run: Execution, /, iterable: Value, start: Value = 0) -> Value:
    if not isinstance(start, int):
        raise Refused("PY-CALL", "counting from a number that depends on the state")

    def counted(sources: list[Pairs]) -> Pairs:
        for number, item in enumerate(decided_items(run, sources[0]), start):
            yield True, make_tuple(run, [number, item])

    return ordered_stream(run, [iterable], counted)


def ordered_stream(
    run: Execution, columns: list[Value], start: Callable[[list[Pairs]], Pairs]
) -> Stream:
    """An iterator over values whose order is known; `start` makes its items of theirs."""
    for column in columns:
        check_has_order(column)
    return new_stream(run, columns, start)


def _zip(run: Execution, /, *columns: Value, strict: Value = False) -> Value:
    is_strict = run.decide(run.truth_value(strict))

    def rows(sources: list[Pairs]) -> Pairs:
        for items in _side_by_side(run, sources, is_strict=is_strict):
            yield True, make_tuple(run, items)

    return ordered_stream(run, list(columns), rows)


def _side_by_side(
    run: Execution, sources: list[Pairs], *, is_strict: bool = False
) -> Iterator[list[Value]]:
    """Lists of one item of each source; the first source without a next item ends them."""
    columns = [decided_items(run, source) for source in sources]
    while columns:
        items: list[Value] = []
        for column in columns:
            item = next(column, _END)
            if item is _END:
                if is_strict:
                    _check_ended(columns, len(items))
                return
            items.append(item)
        yield items


def _check_ended(columns: list[Iterator[Value]], ended: int) -> None:
    if ended or any(next(column, _END) is not _END for column in columns[1:]):
        raise Raised(ValueError)


def _reversed(run: Execution, values: Value, /) -> Value:
    if isinstance(values, Listing):
        return new_stream(run, [Listing(tuple, values.items[::-1], run.stamp())], _first)
    if isinstance(values, Items) and values.kind is list:
        source: ItemSource = partial(_backwards, values, len(values.items))
        return Stream(run, _first, [source], run.stamp())
    if isinstance(values, Items) and values.kind is deque:
        raise Refused("PY-CALL", "reversed of a deque", "use list() first")
    if isinstance(values, Stream | Members | set | frozenset):
        raise Raised(TypeError)
    if sequence(values) is None and not isinstance(values, str | bytes | range):
        raise Refused("PY-CALL", f"reversed of {kind_of(values)}")
    return new_stream(run, [tuple(items_of(run, values)[::-1])], _first)


def _first(sources: list[Pairs]) -> Pairs:
    return sources[0]


def _backwards(values: Items, length: int) -> Pairs:
    """A list from its end; changes meanwhile are seen, and a list that gets shorter ends it."""
    for place in range(length - 1, -1, -1):
        if not isinstance(values, Items):
            raise Refused("PY-STMT", "a list that is changed while it is iterated over")
        if place >= len(values.items):
            return
        yield True, values.items[place]


def _iter(run: Execution, /, *values: Value) -> Value:
    if len(values) != 1:
        raise Refused("PY-CALL", "iter with two arguments")
    if isinstance(values[0], Stream):
        return values[0]
    return ordered_stream(run, list(values), _first)


def _map(run: Execution, function: Value, /, *columns: Value) -> Value:
    if not columns:
        raise Raised(TypeError)

    def results(sources: list[Pairs]) -> Pairs:
        for row in _side_by_side(run, sources):
            yield True, _called(run, function, row)

    def results_of_set(sources: list[Pairs]) -> Pairs:
        for held, item in sources[0]:
            yield _called_where(run, function, item, held)

    if len(columns) == 1 and not has_order(columns[0]):
        return new_stream(run, list(columns), results_of_set)
    return ordered_stream(run, list(columns), results)


def _called_where(
    run: Execution, function: Value, item: Value, held: Value
) -> tuple[Value, Value]:
    """The result for an element of a set, with the condition that it is there."""
    if not is_term(held):
        return held, (_called(run, function, [item]) if held else None)
    try:
        paths = pure_paths(run, partial(_called, run, function, [item]), assume=held)
        if not paths:
            return False, None
        if any(path.changes for path in paths):
            raise CannotMerge
        return held, merge_results(run, paths, lambda found: found)
    except CannotMerge:
        is_there = run.decide(held)
        return is_there, (_called(run, function, [item]) if is_there else None)


def _filter(run: Execution, function: Value, values: Value, /) -> Value:
    def kept(sources: list[Pairs]) -> Pairs:
        for item in decided_items(run, sources[0]):
            held = item if function is None else _called(run, function, [item])
            yield run.truth_value(held), item

    return ordered_stream(run, [values], kept)


def _called(run: Execution, function: Value, arguments: list[Value]) -> Value:
    """A call inside `map` or `filter`; one that ends it by a `StopIteration` is refused."""
    try:
        return run.call(function, arguments, {})
    except Raised as raised:
        if issubclass(raised.kind, StopIteration):
            raise Refused("PY-CALL", "a function in map or filter that may stop it") from None
        raise


def _product(run: Execution, /, *columns: Value, repeat: Value = 1) -> Value:
    lists = [_held_items(run, column) for column in columns]
    return _rows(run, itertools.product, *lists, repeat=_known_count(repeat))


def _combinations(run: Execution, /, iterable: Value, r: Value) -> Value:
    return _rows(run, itertools.combinations, _held_items(run, iterable), _known_count(r))


def _permutations(run: Execution, /, iterable: Value, r: Value = None) -> Value:
    if r is None:  # as many as there are: that must be known
        items: Guarded = [(True, item) for item in items_of(run, iterable)]
        return _rows(run, itertools.permutations, items, None)
    return _rows(run, itertools.permutations, _held_items(run, iterable), _known_count(r))


def _held_items(run: Execution, values: Value) -> Guarded:
    """The items of a value, all at once, each with the condition that it is there."""
    check_has_order(values)
    items = list(pairs_of(run, values))
    check_has_order(values)
    return items


def _chain(run: Execution, /, *columns: Value) -> Value:
    return ordered_stream(run, list(columns), itertools.chain.from_iterable)


def _chain_from(run: Execution, columns: Value, /) -> Value:
    # Python asks an iterator for its next one only when the one before is used up.
    if isinstance(columns, Stream):
        raise Refused("PY-CALL", "chain.from_iterable of an iterator", "give it a list")
    return _chain(run, *items_of(run, columns))


def _pairwise(run: Execution, iterable: Value, /) -> Value:
    def neighbours(sources: list[Pairs]) -> Pairs:
        before: Value = _END
        for item in decided_items(run, sources[0]):
            if before is not _END:
                yield True, make_tuple(run, [before, item])
            before = item

    return ordered_stream(run, [iterable], neighbours)


def _known_count(count: Value) -> int:
    if not isinstance(count, int):
        raise Refused("PY-CALL", "combinations of a length that depends on the state")
    return count


def _rows(run: Execution, function: Callable[..., Any], *arguments: Any, **named: int) -> Stream:
    """An iterator over tuples of values; each counts as a step, since there may be billions.

    A tuple is there where all of its items are: those that are come in the order that Python has.
    """
    made: Guarded = []
    for row in call_python(partial(function, *arguments, **named)):
        run.context.check()
        held = reduce(both, (condition for condition, _ in row), True)
        made.append((held, make_tuple(run, [value for _, value in row])))
    return new_stream(run, [new_listing(tuple, made, run.stamp())], _first)


def _next(run: Execution, stream: Value, /, *default: Value) -> Value:
    if not isinstance(stream, Stream):
        raise Refused("PY-CALL", "next of something other than an iterator")
    # Taking an item is a change that other paths would see, if the iterator is older than they.
    if run.is_merging and not run.may_change(stream.made):
        raise CannotMerge
    check_has_order(stream)
    for condition, value in stream.pairs():
        if run.decide(condition):
            check_has_order(stream)
            return value
    if default:
        return default[0]
    raise Raised(StopIteration)


def _any(run: Execution, values: Value, /) -> Value:
    return quantified(run, values, run.truth_value, stop=True)


def _all(run: Execution, values: Value, /) -> Value:
    return quantified(run, values, run.truth_value, stop=False)


Truth: TypeAlias = Callable[[Value], Value]
"""Whether an item counts: True, False, or a condition."""


def quantified(run: Execution, values: Value, truth: Truth, *, stop: bool) -> Value:
    """any (stop at the first True) or all (stop at the first False).

    The items of an iterator are computed one by one, as Python does: an item that Python would
    not compute because the answer is there must not raise here. So each item is computed under
    the assumption that the items before do not settle the answer. Where that would raise or fork,
    the items before are decided first, and the iterator is previewed again. One that changes
    something, or from which items were taken, is not previewed: each item is decided.
    """
    if not isinstance(values, Stream):
        return _joined_items(run, values, pairs_of(run, values), [], truth, stop=stop)
    while values.can_preview():
        found: list[Term] = []
        try:
            with run.assumptions():
                answer = _joined_items(
                    run, values, values.preview(), found, truth, stop=stop, assumes=True
                )
        except (Raised, CannotMerge) as signal:
            if isinstance(signal, Raised):
                values.check_may_raise()
            if not found:
                break
            answer = None
        if answer is None and run.decide(_join(found, stop=stop)) is not stop:
            continue
        values.spoil()
        return stop if answer is None else answer
    if values.has_order:
        return _one_by_one(run, values, truth, stop=stop)
    with run.assumptions():
        return _one_by_one(run, values, truth, stop=stop)


def _one_by_one(run: Execution, values: Stream, truth: Truth, *, stop: bool) -> bool:
    for condition, value in values.pairs():
        if run.decide(condition) and run.decide(truth(value)) is stop:
            return stop
    return not stop


def _join(found: list[Term], *, stop: bool) -> Value:
    return unwrapped((terms.disjoin if stop else terms.conjoin)(found))


def _joined_items(
    run: Execution,
    values: Value,
    pairs: Pairs,
    found: list[Term],
    truth: Truth,
    *,
    stop: bool,
    assumes: bool = False,
) -> Value:
    """The answer as one condition, noted item by item in `found`.

    Of a set every item is computed, since any of them may come first in Python.
    """
    for condition, value in pairs:
        held = as_term(truth(value))
        present = as_term(condition)
        one = (
            terms.conjoin([present, held])
            if stop
            else terms.disjoin([terms.negate(present), held])
        )
        verdict = run.path_condition.truth(one)
        if verdict is stop:
            found.append(terms.const(stop))
            if has_order(values):
                break
        if verdict is None:
            found.append(one)
            if assumes and has_order(values):
                # Later items are only computed where this one does not settle the answer. A
                # fork there would split paths on which they are never computed.
                run.forbids_forks = True
                if not run.path_condition.learn(one, not stop):
                    break
    return _join(found, stop=stop)


FUNCTIONS: dict[Any, Builtin] = {
    range: make_range,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    map: _map,
    filter: _filter,
    iter: _iter,
    next: _next,
    any: _any,
    all: _all,
    itertools.product: _product,
    itertools.combinations: _combinations,
    itertools.permutations: _permutations,
    itertools.chain: _chain,
    itertools.chain.from_iterable: _chain_from,
    itertools.pairwise: _pairwise,
}
