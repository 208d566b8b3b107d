"""All outcomes at once: what an action with chance can bring about, as plain effects.

The all-outcomes determinization (Yoon, Fern and Givan 2007) asks what is possible and forgets how
likely it is. Here one action has the effects of all its outcomes together. That is no world to
plan in, but it says truly which literals an action can make true and which false, and so what can
be reached if nothing were ever lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from introplan.relational.action import ActionSchema, Chance, ConditionalEffect
from introplan.relational.formula import TRUE, And, Formula, Variable

if TYPE_CHECKING:
    from introplan.relational.domain import Domain, RelationalTask


def determinized(task: RelationalTask) -> RelationalTask:
    """The task in which everything that can be drawn happens; itself where nothing is drawn."""
    return replace(task, domain=determinized_domain(task.domain)) if task.has_chance else task


def determinized_domain(domain: Domain) -> Domain:
    """The domain in which every action has the effects of all its outcomes."""
    if not any(schema.chances for schema in domain.actions):
        return domain
    return replace(domain, actions=tuple(map(_determinized, domain.actions)))


def _determinized(schema: ActionSchema) -> ActionSchema:
    drawn = [effect for chance in schema.chances for effect in _effects(chance, (), TRUE)]
    return replace(schema, conditional=(*schema.conditional, *drawn), chances=())


def _effects(
    chance: Chance, outer: tuple[Variable, ...], condition: Formula
) -> Iterator[ConditionalEffect]:
    """The effects of all branches, under the variables and conditions around them."""
    variables, condition = _within(chance.variables, outer, condition, chance.condition)
    for branch in chance.branches:
        for effect in branch.effects:
            bound, when = _within(effect.variables, variables, condition, effect.condition)
            yield replace(effect, variables=bound, condition=when)
        for inner in branch.chances:
            yield from _effects(inner, variables, condition)


def _within(
    own: tuple[Variable, ...], outer: tuple[Variable, ...], around: Formula, condition: Formula
) -> tuple[tuple[Variable, ...], Formula]:
    """Both quantifiers in one; what a name meant outside is forgotten where it is used again."""
    hidden = {variable.name for variable in own}
    kept = tuple(variable for variable in outer if variable.name not in hidden)
    if len(kept) < len(outer):
        return (*kept, *own), condition  # without the condition around: no less is possible
    return (*kept, *own), And((around, condition))
