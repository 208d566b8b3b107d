"""`(:metric ...)`: what plans are measured by, as the costs of actions.

To minimize a function such as `(fuel-used)` is to let every action cost by how much it increases
it, where the function does nothing else: no condition, reward or other effect reads it, and it is
only increased, in the same way whatever holds. Then the increase is the cost of the action, and
the function leaves the state. Other metrics are refused: a reward says what they mean.
"""

from __future__ import annotations

from dataclasses import replace

from introplan.pddl.declarations import Definition
from introplan.pddl.reader import Word, call_text, headed
from introplan.pddl.vocabulary import Vocabulary
from introplan.relational.action import ActionSchema
from introplan.relational.arithmetic import INCREASE
from introplan.relational.domain import Domain
from introplan.relational.dynamics import functions_used
from introplan.relational.formula import Formula
from introplan.relational.rewriting import functions_read

_METRICS = (["minimize", "(total-cost)"], ["minimize", "(total-time)"], ["minimize", "total-time"])
REFUSED = (
    "only (:metric minimize (total-cost)) is supported, or a function that actions only increase "
    "and nothing reads; say more with a :reward"
)


def read_metric(definition: Definition, vocabulary: Vocabulary) -> str | None:
    """The function without arguments that is to be minimized; None if it is the total cost."""
    section = definition.find(":metric")
    texts = [] if section is None else [call_text(node) for node in section.items]
    if section is None or texts in _METRICS:
        return None
    if len(texts) != 2 or texts[0] != "minimize" or isinstance(section.items[1], Word):
        raise definition.source.error(REFUSED, section.offset)
    group, head = headed(section.items[1], definition.source, expected=REFUSED)
    if head.text not in vocabulary.functions or len(group.items) != 1:
        raise definition.source.error(REFUSED, section.offset)
    return head.text


def with_costs(name: str, definition: Definition, domain: Domain, goal: Formula | None) -> Domain:
    """The domain whose actions cost by how much they increase the function of the metric."""
    read = {term.name for term in functions_used(domain, only_read=True)}
    read |= set() if goal is None else {term.name for term in functions_read(goal)}
    has_costs = any(schema.cost for schema in domain.actions)
    if name in read or has_costs or not _only_increases(domain, name):
        section = definition.find(":metric")
        offset = definition.name.offset if section is None else section.offset
        raise definition.source.error(REFUSED, offset)
    return replace(domain, actions=tuple(_costing(schema, name) for schema in domain.actions))


def _only_increases(domain: Domain, name: str) -> bool:
    """Is the function increased by plain effects and by nothing else?"""
    for schema in domain.actions:
        under = [x.target.name for effect in schema.conditional for x in effect.numeric]
        if name in under:
            return False
        own = [x for x in schema.numeric if x.target.name == name]
        if any(x.operator != INCREASE for x in own):
            return False
    return True


def _costing(schema: ActionSchema, name: str) -> ActionSchema:
    """The action with its increases of the function as its cost."""
    paid = tuple(x.amount for x in schema.numeric if x.target.name == name)
    rest = tuple(x for x in schema.numeric if x.target.name != name)
    return replace(schema, cost=paid or (0.0,), numeric=rest)
