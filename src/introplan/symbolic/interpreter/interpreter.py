"""The door to the interpreter: a function and values in, all its paths out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from introplan.symbolic.budget import Budget
from introplan.symbolic.builtins.iterators import items_of
from introplan.symbolic.builtins.records import attribute
from introplan.symbolic.builtins.sets import make_set
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.assignment import set_attribute
from introplan.symbolic.interpreter.calls import call_value
from introplan.symbolic.interpreter.expressions import condition, evaluate
from introplan.symbolic.interpreter.paths import Context, Machine, Path, all_paths
from introplan.symbolic.interpreter.statements import interpret
from introplan.symbolic.interpreter.streams import Stream, View
from introplan.symbolic.interpreter.values import Items, Value
from introplan.symbolic.refusal import CannotMerge, Refused


def new_context(budget: Budget, *, most_paths: int = 2000) -> Context:
    """What the runs of one analysis share."""
    context = Context(budget, interpret, most_paths)
    context.tables.update(make_set=make_set, call=call_value, attribute=attribute)
    context.tables.update(evaluate=evaluate, condition=condition)
    context.tables["set_attribute"] = set_attribute
    return context


def run_through(machine: Machine, value: Value) -> Value:
    """A result as it is; of an iterator all that it gives, for that is what it is asked for."""
    is_iterator = isinstance(value, Stream | View)
    return Items(tuple, items_of(machine, value), machine.stamp()) if is_iterator else value


def paths_of(
    context: Context,
    knowledge: PathCondition,
    function: Callable[..., Any],
    arguments: Callable[[Machine], list[Value]],
    finish: Callable[[Machine, Value], Value] = run_through,
) -> list[Path]:
    """All ways through `function`; the arguments are made afresh for each way.

    What it returns is handed to `finish`, still on the same path.
    """

    def run(machine: Machine) -> Value:
        return finish(machine, call_value(machine, function, arguments(machine), {}))

    try:
        return all_paths(context, knowledge, run)
    except CannotMerge:
        raise Refused("PY-LIMIT", "a program that neither merges nor forks") from None
    except RecursionError:
        raise Refused("PY-LIMIT", "a program that is nested too deeply") from None
