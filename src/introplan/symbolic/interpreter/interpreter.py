"""The interpreter: all parts tied together, and `paths_of`, the entry point.

A function and values in, all its paths out:

    start = PathCondition.of({x: Range(0, 9)})
    paths = paths_of(Context(budget), start, function, lambda run: [x])
    paths[0].conditions    what was decided, and how
    paths[0].result        a value, in which unknowns are terms

The parts are functions whose first argument is an `Execution`. As attributes of a class that are
functions, they become its methods: the class body below is the whole wiring.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from introplan.symbolic.builtins import compare, membership, operators
from introplan.symbolic.builtins.listings import settled_deeply
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter import calls, conditions, expressions
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.iteration import items_of
from introplan.symbolic.interpreter.paths import Path, all_paths
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import Items, Value
from introplan.symbolic.refusal import CannotMerge, Refused


class Interpreter(Execution):
    """Python's meaning: each operation of `Execution`, with the function that implements it."""

    __slots__ = ()

    evaluate = expressions.evaluate
    condition = conditions.condition
    call = calls.call
    interpret = calls.interpret
    truth_value = operators.truth_value
    binary = operators.binary
    equals = compare.equals
    ordered = compare.ordered
    is_in = membership.is_in
    element = operators.element


def listed(run: Execution, value: Value) -> Value:
    """A result as it is; of an iterator the tuple of all its items, since it can be used once.

    Lists of unknown length are decided, on paths of their own.
    """
    is_iterator = isinstance(value, Stream | View)
    found = Items(tuple, items_of(run, value), run.stamp()) if is_iterator else value
    return settled_deeply(run, found)


def paths_of(
    context: Context,
    knowledge: PathCondition,
    function: Callable[..., Any],
    arguments: Callable[[Execution], list[Value]],
    finish: Callable[[Execution, Value], Value] = listed,
) -> list[Path]:
    """All paths through `function` that `knowledge` allows.

    The arguments are made afresh for each path, so that the function may change them. What it
    returns is handed to `finish`, still on the same path. Raises `Refused` where a construct is
    not understood or the budget is spent.
    """
    run = Interpreter(context, knowledge)
    try:
        return all_paths(run, lambda: finish(run, run.call(function, arguments(run), {})))
    except CannotMerge:
        raise Refused("PY-LIMIT", "a program that neither merges nor forks") from None
    except RecursionError:
        raise Refused("PY-LIMIT", "a program that is nested too deeply") from None
