"""`collections.deque`: a list of its own class that is also changed at its beginning."""

from __future__ import annotations

from collections import deque
from typing import Any

from introplan.symbolic.builtins import sequences
from introplan.symbolic.builtins.listings import of_known_length
from introplan.symbolic.interpreter.concretisation import call_python
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import check_has_order, pairs_of
from introplan.symbolic.interpreter.listings import become, guarded_items, new_listing
from introplan.symbolic.interpreter.values import Items, Listing, Value
from introplan.symbolic.refusal import Refused


def _deque(run: Execution, values: Value = (), maxlen: Value = None, /) -> Value:
    if maxlen is not None:
        raise Refused("PY-CALL", "a deque of limited length")
    check_has_order(values)
    pairs = list(pairs_of(run, values))
    check_has_order(values)
    return new_listing(deque, pairs, run.stamp())


def _append_left(run: Execution, receiver: Items | Listing, value: Value, /) -> None:
    become(receiver, [(True, value), *(guarded_items(receiver) or [])])


def _extend_left(run: Execution, receiver: Items | Listing, values: Value, /) -> None:
    check_has_order(values)
    new = list(pairs_of(run, values))
    check_has_order(values)
    become(receiver, [*reversed(new), *(guarded_items(receiver) or [])])


def _pop(run: Execution, receiver: Value, /) -> Value:
    return call_python(of_known_length(run, receiver).items.pop)


def _pop_left(run: Execution, receiver: Value, /) -> Value:
    return call_python(of_known_length(run, receiver).items.pop, 0)


def _rotate(run: Execution, receiver: Value, steps: Value = 1, /) -> None:
    if type(steps) is not int:
        raise Refused("PY-CALL", "rotating by a number that depends on the state")
    known = of_known_length(run, receiver)
    turned = deque(known.items)
    turned.rotate(steps)
    known.items[:] = turned


FUNCTIONS: dict[Any, Builtin] = {deque: _deque}
METHODS: dict[Any, Builtin] = {
    deque.appendleft: _append_left,
    deque.extendleft: _extend_left,
    deque.pop: _pop,
    deque.popleft: _pop_left,
    deque.rotate: _rotate,
    deque.append: sequences.METHODS[list.append],
    deque.extend: sequences.METHODS[list.extend],
    deque.insert: sequences.METHODS[list.insert],
    deque.remove: sequences.METHODS[list.remove],
    deque.clear: sequences.METHODS[list.clear],
    deque.reverse: sequences.METHODS[list.reverse],
    deque.index: sequences.METHODS[list.index],
    deque.count: sequences.METHODS[list.count],
}
