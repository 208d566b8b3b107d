"""Numeric fluents of unified-planning as our functions, its arithmetic as our expressions.

A number of a bounded type must stay within its bounds: an action that would leave them cannot be
taken. Here that is a precondition of the action, wherever one effect alone says what comes out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from unified_planning.model import Action, Effect, Fluent, FNode, InstantaneousAction, Problem

from introplan.interop.unified_planning.expressions import (
    Scope,
    UnsupportedError,
    expression_of,
    function_of,
)
from introplan.mdp import as_number
from introplan.relational.arithmetic import ASSIGN, DECREASE, INCREASE
from introplan.relational.formula import Comparison, Formula
from introplan.relational.numbers import Arithmetic, Expression, FunctionTerm, NumericEffect


def is_numeric(fluent: Fluent) -> bool:
    """Is it a number?"""
    return bool(fluent.type.is_int_type() or fluent.type.is_real_type())


def numeric_fluents(problem: Problem) -> list[Fluent]:
    """The numbers that conditions or effects speak of; others only say what actions cost."""
    found: dict[Fluent, None] = {}
    for node in _nodes(problem):
        found.update(dict.fromkeys(_fluents(node)))
    return [fluent for fluent in problem.fluents if fluent in found]


def _nodes(problem: Problem) -> Iterator[FNode]:
    yield from problem.goals
    for action in problem.actions:
        if isinstance(action, InstantaneousAction):
            yield from action.preconditions
            for effect in action.effects:
                yield from (effect.fluent, effect.value, effect.condition)


def _fluents(node: FNode) -> Iterator[Fluent]:
    if node.is_fluent_exp() and is_numeric(node.fluent()):
        yield node.fluent()
    for part in node.args:
        yield from _fluents(part)


def values_of(problem: Problem, scope: Scope) -> Iterator[tuple[FunctionTerm, float]]:
    """The values of all functions at the start."""
    for fluent in scope.functions:
        for objects in product(*(problem.objects(p.type) for p in fluent.signature)):
            value = problem.initial_value(fluent(*objects))
            if value is None:
                raise UnsupportedError(f"{fluent(*objects)} has no value at the start")
            yield function_of(fluent(*objects), scope), as_number(value.constant_value())


def numeric_effect(effect: Effect, scope: Scope) -> NumericEffect:
    """An effect on a number."""
    word = INCREASE if effect.is_increase() else DECREASE if effect.is_decrease() else ASSIGN
    target = function_of(effect.fluent, scope)
    return NumericEffect(word, target, expression_of(effect.value, scope))


def bounds_kept(action: Action, scope: Scope) -> Iterator[Formula]:
    """What must hold so that every number of a bounded type stays within its bounds."""
    changed = [e for e in action.effects if is_numeric(e.fluent.fluent())]
    for effect in changed:
        kind = effect.fluent.fluent().type
        if kind.lower_bound is None and kind.upper_bound is None:
            continue
        others = [e for e in changed if e is not effect and not _differ(e, effect, action)]
        if others or effect.is_conditional() or effect.forall:
            raise UnsupportedError(f"{effect} on a number with bounds, beside others or at times")
        after = _after(numeric_effect(effect, scope))
        if kind.lower_bound is not None:
            yield Comparison(">=", after, as_number(kind.lower_bound))
        if kind.upper_bound is not None:
            yield Comparison("<=", after, as_number(kind.upper_bound))


def _differ(one: Effect, two: Effect, action: Action) -> bool:
    """Do two effects surely change different numbers?"""
    if one.fluent.fluent() != two.fluent.fluent():
        return True
    apart = [c.arg(0).args for c in action.preconditions if c.is_not() and c.arg(0).is_equals()]
    for pair in zip(one.fluent.args, two.fluent.args, strict=True):
        are_objects = all(part.is_object_exp() for part in pair)
        if (are_objects and pair[0] != pair[1]) or pair in apart or pair[::-1] in apart:
            return True
    return False


def _after(effect: NumericEffect) -> Expression:
    """The value of a number after one effect."""
    if effect.operator == ASSIGN:
        return effect.amount
    word = "+" if effect.operator == INCREASE else "-"
    return Arithmetic(word, (effect.target, effect.amount))
