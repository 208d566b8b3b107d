"""Which numbers change in a domain, and whether an engine that computes in doubles can have them.

A *fluent* is a function whose value some action changes (a numeric fluent of PDDL 2.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from introplan.mdp import MAX_EXACT_FLOAT
from introplan.relational.action import ActionSchema, CostTerm
from introplan.relational.formula import Formula
from introplan.relational.numbers import (
    Arithmetic,
    Numbers,
    NumericEffect,
    constants_of,
    functions_of,
)
from introplan.relational.rewriting import comparisons


def numeric_effects(actions: Iterable[ActionSchema]) -> list[NumericEffect]:
    """Every effect on a number, conditional, drawn or neither."""
    found: list[NumericEffect] = []
    for schema in actions:
        drawn = (effect for chance in schema.chances for effect in chance.effects)
        found += [x for effect in (*schema.certain_effects, *drawn) for x in effect.numeric]
    return found


def changing_functions(actions: Iterable[ActionSchema]) -> frozenset[str]:
    """The functions whose values some action changes."""
    return frozenset(effect.target.name for effect in numeric_effects(actions))


def has_changing_costs(actions: Sequence[ActionSchema]) -> bool:
    """Does some action cost what a number that changes says?"""
    changing = changing_functions(actions)
    return any(x.name in changing for term in _costs(actions) for x in functions_of(term))


def compares(conditions: Iterable[Formula]) -> bool:
    """Does one of the conditions compare numbers?"""
    return any(True for condition in conditions for _ in comparisons(condition))


def fits_doubles(
    actions: Sequence[ActionSchema], conditions: Iterable[Formula], numbers: Numbers
) -> bool:
    """Can an engine that computes in doubles start with these numbers?

    It must read each comparison at one moment; costs that change, and costs that are arithmetic,
    are left to the engine in Python.
    """
    if has_changing_costs(actions) or any(isinstance(t, Arithmetic) for t in _costs(actions)):
        return False
    found = [x for condition in conditions for x in comparisons(condition)]
    parts = [side for x in found for side in (x.left, x.right)]
    parts += [effect.amount for effect in numeric_effects(actions)]
    known = [*numbers.fixed.values(), *numbers.changing.values()]
    known += [number for part in parts for number in constants_of(part)]
    has_one_moment = all(len({term.moment for term in x.functions}) < 2 for x in found)
    return has_one_moment and all(abs(value) <= MAX_EXACT_FLOAT for value in known)


def _costs(actions: Iterable[ActionSchema]) -> list[CostTerm]:
    return [term for schema in actions for term in schema.cost]
