"""Iterators of `itertools` that count, cut, repeat and add up.

Each takes as many items from what it draws from as Python's own does, and at the same moment.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from introplan.symbolic.builtins.iterators import ordered_stream
from introplan.symbolic.builtins.sequences import make_tuple
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import decided_items, items_of
from introplan.symbolic.interpreter.streams import Pairs, Stream
from introplan.symbolic.interpreter.values import Value, is_concrete
from introplan.symbolic.refusal import Raised, Refused

_NOTHING = object()
"""Stands for an argument that was not given: no value of a program is this object."""


def _count(run: Execution, /, start: Value = 0, step: Value = 1) -> Value:
    if not isinstance(start, int) or not isinstance(step, int):
        raise Refused("PY-CALL", "itertools.count of something other than known whole numbers")

    def numbers(sources: list[Pairs]) -> Pairs:
        for number in itertools.count(start, step):
            run.context.check()  # nothing else ends it
            yield True, number

    return Stream(run, numbers, [], run.stamp())


def _repeat(run: Execution, /, object: Value, times: Value = None) -> Value:
    if times is not None and not isinstance(times, int):
        raise Refused("PY-CALL", "itertools.repeat for a number of times that is not known")

    def items(sources: list[Pairs]) -> Pairs:
        for _ in itertools.count() if times is None else range(times):
            run.context.check()
            yield True, object

    return Stream(run, items, [], run.stamp())


def _cycle(run: Execution, values: Value, /) -> Value:
    def items(sources: list[Pairs]) -> Pairs:
        for item in itertools.cycle(decided_items(run, sources[0])):
            run.context.check()
            yield True, item

    return ordered_stream(run, [values], items)


def _islice(run: Execution, values: Value, /, *limits: Value) -> Value:
    if not all(limit is None or isinstance(limit, int) for limit in limits):
        raise Refused("PY-CALL", "itertools.islice with limits that depend on the state")
    if any(limit is not None and limit < 0 for limit in limits) or limits[2:] == (0,):
        raise Raised(ValueError)

    def items(sources: list[Pairs]) -> Pairs:
        for item in itertools.islice(decided_items(run, sources[0]), *limits):
            yield True, item

    return ordered_stream(run, [values], items)


def _takewhile(run: Execution, test: Value, values: Value, /) -> Value:
    def items(sources: list[Pairs]) -> Pairs:
        for item in decided_items(run, sources[0]):
            if not _holds(run, test, item):
                return
            yield True, item

    return ordered_stream(run, [values], items)


def _dropwhile(run: Execution, test: Value, values: Value, /) -> Value:
    def items(sources: list[Pairs]) -> Pairs:
        is_dropping = True
        for item in decided_items(run, sources[0]):
            is_dropping = is_dropping and _holds(run, test, item)
            if not is_dropping:
                yield True, item

    return ordered_stream(run, [values], items)


def _holds(run: Execution, test: Value, item: Value) -> bool:
    return run.decide(run.truth_value(_called(run, test, [item])))


def _called(run: Execution, function: Value, arguments: list[Value]) -> Value:
    """A call while items are taken; one that would end the iterator around it is refused."""
    try:
        return run.call(function, arguments, {})
    except Raised as raised:
        if issubclass(raised.kind, StopIteration):
            raise Refused("PY-CALL", "a function in an iterator that may stop it") from None
        raise


def _starmap(run: Execution, function: Value, values: Value, /) -> Value:
    def results(sources: list[Pairs]) -> Pairs:
        for item in decided_items(run, sources[0]):
            yield True, _called(run, function, items_of(run, item))

    return ordered_stream(run, [values], results)


def _accumulate(
    run: Execution, /, iterable: Value, func: Value = None, *, initial: Value = None
) -> Value:
    def joined(total: Value, item: Value) -> Value:
        if func is None:
            return run.call(_plus, [total, item], {})
        return _called(run, func, [total, item])

    def totals(sources: list[Pairs]) -> Pairs:
        total = _NOTHING if initial is None else initial
        if total is not _NOTHING:
            yield True, total
        for item in decided_items(run, sources[0]):
            total = item if total is _NOTHING else joined(total, item)
            yield True, total

    return ordered_stream(run, [iterable], totals)


def _plus(total: Any, item: Any) -> Any:
    """Read in place of the operator, with the methods that the user's classes have for it."""
    return total + item


def _zip_longest(run: Execution, /, *columns: Value, fillvalue: Value = None) -> Value:
    def rows(sources: list[Pairs]) -> Iterator[tuple[Any, Any]]:
        found = (decided_items(run, source) for source in sources)
        for items in itertools.zip_longest(*found, fillvalue=_NOTHING):
            row = [fillvalue if item is _NOTHING else item for item in items]
            yield True, make_tuple(run, row)

    return ordered_stream(run, list(columns), rows)


def _compress(run: Execution, /, data: Value, selectors: Value) -> Value:
    def items(sources: list[Pairs]) -> Pairs:
        pairs = zip(*(decided_items(run, source) for source in sources), strict=False)
        for item, selector in pairs:
            held = run.truth_value(selector)
            yield (bool(held) if is_concrete(held) else held), item

    return ordered_stream(run, [data, selectors], items)


FUNCTIONS: dict[Any, Builtin] = {
    itertools.count: _count,
    itertools.repeat: _repeat,
    itertools.cycle: _cycle,
    itertools.islice: _islice,
    itertools.takewhile: _takewhile,
    itertools.dropwhile: _dropwhile,
    itertools.starmap: _starmap,
    itertools.accumulate: _accumulate,
    itertools.zip_longest: _zip_longest,
    itertools.compress: _compress,
}
