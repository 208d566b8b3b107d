"""Clauses: what the reward or the end says of an action and any two states.

Payments (`rewards.py`) say what is paid on each operator. Where the state after is all that
matters, a clause says it once, as a condition on that state: that is a better target, and better
to read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.introspection.programs.rewards import arguments_of, as_answer
from introplan.introspection.programs.shape import Shape
from introplan.symbolic.constraints.entailment import irredundant
from introplan.symbolic.constraints.interval import Box
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import Value, is_term
from introplan.symbolic.source import ignores_parameter
from introplan.symbolic.terms.build import conjoin, disjoin, negate
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Const, Term, Var, variables

if TYPE_CHECKING:
    from introplan.symbolic.interpreter import interpreter, paths
    from introplan.symbolic.interpreter.execution import Context
    from introplan.symbolic.interpreter.paths import Path
else:  # clauses that are kept are used without it
    interpreter = deferred("introplan.symbolic.interpreter.interpreter")
    paths = deferred("introplan.symbolic.interpreter.paths")


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """What the reward says of an action and any two states: a condition and a value."""

    action: Any
    condition: Term
    value: Value
    line: int


def clauses_of(
    context: Context,
    function: Callable[..., Any],
    actions: Sequence[Any],
    *,
    shape: Shape,
    box: Box,
    order: Sequence[Var],
) -> list[Clause]:
    """What a function of (s, a, s2) says, with conditions on s2 alone wherever possible."""
    after = primed(order, box)
    found = clauses(context, function, actions, shape=shape, box=box, after=dict(after))
    before = {new: old for old, new in after.items()}
    later = set(before)
    conditions: dict[Term, Any] = {}
    for condition in {c.condition: None for c in found}:
        is_after = speaks_only_of(condition, later)
        conditions[condition] = (
            substituted(condition, before) if is_after else both_states(condition)
        )
    return [Clause(c.action, conditions[c.condition], c.value, c.line) for c in found]


def primed(order: Sequence[Var], box: Box) -> dict[Var, Var]:
    """For each variable that may change, the one that stands for it after a step."""
    changing = [v for v in order if v not in box or box[v].size > 1]
    return {var: Var(f"{var.name}'", var.sort) for var in changing}


class Mixed:
    """Marks a condition that speaks of two states."""


def both_states(condition: Term) -> Any:
    """A condition that speaks of two states, marked as such."""
    return (Mixed, condition)


def clauses(
    context: Context,
    function: Callable[..., Any],
    actions: Sequence[Any],
    *,
    shape: Shape,
    box: Box,
    after: dict[Var, Term],
) -> list[Clause]:
    """What a function of (s, a, s2) says when nothing is known of how s2 came about."""
    found: list[Clause] = []
    pairs = [(old, new) for old, new in after.items() if isinstance(new, Var) and old in box]
    both = {**box, **{new: box[old] for old, new in pairs if isinstance(new, Var)}}
    # What does not use its action says the same of all of them: it is read once.
    is_same = ignores_parameter(function, 1)
    said: list[tuple[Term, Value, int]] = []
    for number, action in enumerate(actions):
        if number == 0 or not is_same:
            arguments = partial(arguments_of, shape, box, action, after)
            known = PathCondition.of(both)
            ways = interpreter.paths_of(context, known, function, arguments, paths.split_value)
            said = [_said(path, both) for path in ways if path.raised is None]
        found += [Clause(action, *parts) for parts in said]
    return found


def _said(path: Path, box: Box) -> tuple[Term, Value, int]:
    """The condition of a path, its answer, and the line that it comes from."""
    literals = [c if choice else negate(c) for c, choice in path.conditions]
    return conjoin(irredundant(literals, box)), as_answer(path.result), path.line


def speaks_only_of(condition: Term, names: set[Var]) -> bool:
    """Are all variables of a condition among these?"""
    return all(var in names for var in variables(condition))


def is_constant(value: Value) -> bool:
    """Is this a known number?"""
    return not is_term(value) or isinstance(value, Const)


def after_condition(
    found: Sequence[Clause] | None, is_wanted: Callable[[Any], bool]
) -> Term | None:
    """What must hold in the state after for a wanted answer, if that is all that matters."""
    if not found:
        return None
    by_action: dict[int, list[Term]] = {}
    for clause in found:
        if not is_constant(clause.value):
            return None
        key = id(clause.action)
        by_action.setdefault(key, [])
        if is_wanted(clause.value):
            if isinstance(clause.condition, tuple):
                return None
            by_action[key].append(clause.condition)
    options = {disjoin(conditions) for conditions in by_action.values()}
    return options.pop() if len(options) == 1 else None
