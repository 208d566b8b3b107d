"""Functions of a state whose shape is sampled: what the interpreter says of them, and CPython."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from introplan.introspection.programs.shape import hull, leaves_of, reader_of
from introplan.introspection.programs.shaping import shape_of
from introplan.introspection.programs.states import state_terms, symbolic
from introplan.symbolic.budget import Budget
from introplan.symbolic.builtins.listings import settled_deeply
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.terms.build import conjoin, negate
from introplan.symbolic.terms.compile import compiled


def differences(function: Callable[[Any], Any], states: list[Any]) -> list[str]:
    """Where what was read of a function differs from what it does, over all these states.

    The function must return a state of the same shape, or raise.
    """
    shape = shape_of(states)
    order, read = leaves_of(shape), reader_of(shape)
    rows = [read(state) for state in states]
    box = hull(order, rows)
    paths = paths_of(
        Context(Budget.of(10.0)),
        PathCondition.of(box),
        function,
        lambda run: [symbolic(shape, box, run.stamp())],
        lambda run, result: state_terms(shape, settled_deeply(run, result)),
    )
    ways = []
    for path in paths:
        guard = conjoin(c if choice else negate(c) for c, choice in path.conditions)
        ways.append((path.raised, compiled([guard, *(path.result or [])], order)))
    found = []
    for state, row in zip(states, rows, strict=True):
        taken = [(raised, values[1:]) for raised, way in ways if (values := tuple(way(row)))[0]]
        try:
            expected: Any = (None, read(function(copy.deepcopy(state))))
        except Exception as error:
            expected = (type(error), ())
        if taken != [expected]:
            found.append(f"{state!r}: read as {taken}, is {expected}")
    return found
