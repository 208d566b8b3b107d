"""What the actions of a plan cost, and what is unknown about that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from introplan.mdp import Outcome
from introplan.relational.action import ActionSchema, GroundAction, cost_of
from introplan.relational.fluents import has_changing_costs
from introplan.relational.numbers import (
    Arithmetic,
    FunctionTerm,
    functions_of,
    ground_function,
)
from introplan.relational.rewriting import Binding
from introplan.relational.state import State

Values = Mapping[FunctionTerm, float]


def plan_costs(
    actions: Sequence[ActionSchema],
    plan: Iterable[GroundAction],
    values: Values,
    state: State,
    step: Callable[[State, GroundAction], Outcome[State]],
) -> list[float]:
    """What each action costs from `state` on; steps are only taken where costs change."""
    schemas = {schema.name: schema for schema in actions}
    is_changing = has_changing_costs(actions)
    costs: list[float] = []
    for action in plan:
        schema = schemas[action.name]
        costs.append(cost_of(schema, _binding(schema, action), values, state.numbers))
        if is_changing:
            state = step(state, action).state
    return costs


def note_on_costs(
    actions: Sequence[ActionSchema],
    plan: Iterable[GroundAction],
    known: Set[FunctionTerm],
) -> str:
    """A note on costs in `plan` that the problem gives no value for; mostly empty.

    Such a cost is undefined. It counts as 0, which is no more than any value: where the best
    plan has values for all its costs, no plan without them would have been cheaper.
    """
    schemas = {schema.name: schema for schema in actions}
    used = (term for action in plan for term in _cost_functions(schemas[action.name], action))
    lacking = dict.fromkeys(term for term in used if term not in known)
    if not lacking:
        return ""
    first, many = next(iter(lacking)), len(lacking) - 1
    more = f", and {many} more" if many else ""
    return f"{first} has no value and counts as 0{more}; write (= {first} N) in :init"


def may_refund(actions: Sequence[ActionSchema], values: Values) -> bool:
    """Can an action cost less than nothing?"""
    terms = [term for schema in actions for term in schema.cost]
    # What a number that changes, or arithmetic, will be is not worked out.
    if has_changing_costs(actions) or any(isinstance(t, Arithmetic) for t in terms):
        return True
    numbers = [term for term in terms if isinstance(term, float | int)]
    has_functions = len(numbers) < len(terms)
    return any(value < 0 for value in (*numbers, *(values.values() if has_functions else ())))


def _binding(schema: ActionSchema, action: GroundAction) -> Binding:
    return dict(zip(schema.parameters, action.arguments, strict=True))


def _cost_functions(schema: ActionSchema, action: GroundAction) -> list[FunctionTerm]:
    """The functions whose values are the cost of an action."""
    binding = _binding(schema, action)
    return [ground_function(x, binding) for term in schema.cost for x in functions_of(term)]
