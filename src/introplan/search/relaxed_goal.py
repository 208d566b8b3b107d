"""How far a goal is at least, where draws come out as one likes: h_max of the determinisation.

Of an action all outcomes happen at once, and nothing is deleted (Bonet and Geffner 2001). Only the
positive literals of conjunctions are asked for. So a goal that is out of reach here is out of
reach for every policy; the distance itself guides, and proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from introplan.relational.action import ActionSchema
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import EQUALS, Formula, Literal, Variable
from introplan.relational.query import Row
from introplan.relational.rewriting import Binding, conjuncts, normal_form, replaced
from introplan.relational.state import State
from introplan.search.chance_reach import Reach, all_effects, reach_of


@dataclass(slots=True)
class RelaxedGoal:
    """Ground operators of a task with all outcomes at once, and what its goal needs."""

    needs: list[int]
    """How many facts each operator needs."""
    gives: list[list[Row]]
    users: dict[Row, list[int]]
    """The operators that need a fact."""
    free: list[int]
    """Those that need nothing."""
    goal: frozenset[Row]

    def distance(self, state: State) -> float:
        """Steps until all that the goal needs was there once; infinite if it never is."""
        missing = list(self.needs)
        reached = {(f.predicate, *f.terms) for f in state.facts}
        wanted = self.goal - reached
        layer = list(reached)
        steps, ready = 0, list(self.free)
        while wanted:
            for row in layer:
                for number in self.users.get(row, ()):
                    missing[number] -= 1
                    if not missing[number]:
                        ready.append(number)
            layer = []
            for number in ready:
                for row in self.gives[number]:
                    if row not in reached:
                        reached.add(row)
                        layer.append(row)
            if not layer:
                return math.inf
            ready = []
            steps += 1
            wanted = wanted.difference(layer)
        return steps


def relaxed_goal(
    task: RelationalTask, check: Callable[[], None], *, max_actions: int
) -> RelaxedGoal:
    """The relaxation of a plain goal, in a world without derived predicates.

    Raises `TooManyError` for too many actions.
    """
    reach = reach_of(task, check, max_actions=max_actions)
    found = RelaxedGoal([], [], {}, [], frozenset())
    schemas = {schema.name: schema for schema in task.domain.actions}
    for action in reach.actions:
        schema = schemas[action.name]
        binding = dict(zip(schema.parameters, action.arguments, strict=True))
        needs = set(_positive(schema.precondition, binding))
        number = len(found.needs)
        found.needs.append(len(needs))
        found.gives.append(_given(schema, reach, binding))
        if not needs:
            found.free.append(number)
        for row in needs:
            found.users.setdefault(row, []).append(number)
    goal = () if task.goal is None else _positive(task.goal, {})
    found.goal = frozenset(goal)
    return found


def _positive(formula: Formula, binding: Binding) -> list[Row]:
    """The positive literals that a condition cannot do without."""
    return [
        (part.predicate, *(replaced(term, binding) for term in part.terms))
        for part in conjuncts(normal_form(formula))
        if isinstance(part, Literal) and part.predicate != EQUALS
    ]


def _given(schema: ActionSchema, reach: Reach, binding: Binding) -> list[Row]:
    """What an action can add, its conditions left out."""
    found: dict[Row, None] = {}
    for effect in all_effects(schema):
        for literal in effect.adds:
            terms = tuple(replaced(term, binding) for term in literal.terms)
            if any(isinstance(term, Variable) for term in terms):
                # Of a quantified effect: whatever of it can be reached at all.
                rows = reach.true.by_predicate.get(literal.predicate, ())
                found.update(dict.fromkeys(sorted(rows, key=str)))
            else:
                found[literal.predicate, *terms] = None
    return list(found)
