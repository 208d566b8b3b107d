"""The rules of a domain as steps that only ever add: what the delete relaxation is made of.

Every effect of an action, conditional or not, and every derived rule is a step: parameters, a
condition, and what it adds and deletes. The first effect of an action stands for the action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from introplan.logic.formula import EQUALS, And, Formula, Literal, Variable
from introplan.logic.normal_form import conjuncts, normal_form
from introplan.model.domain import Domain


@dataclass(frozen=True, slots=True)
class RelaxedStep:
    """Wherever `condition` is possible, these literals become possible, or possibly false."""

    action: str | None
    parameters: tuple[Variable, ...]
    condition: Formula
    adds: tuple[Literal, ...]
    deletes: tuple[Literal, ...]

    def split_condition(self) -> tuple[tuple[Literal, ...], tuple[Formula, ...]]:
        """The positive literals, which can be joined, and everything else in the condition."""
        parts = list(conjuncts(normal_form(self.condition)))
        joined = tuple(p for p in parts if isinstance(p, Literal) and p.predicate != EQUALS)
        return joined, tuple(p for p in parts if p not in joined)


def relaxed_steps(domain: Domain) -> Iterator[RelaxedStep]:
    """All steps, in the order of the domain."""
    for schema in domain.actions:
        for number, effect in enumerate(schema.effects):
            yield RelaxedStep(
                None if number else schema.name,
                (*schema.parameters, *effect.variables),
                And((schema.precondition, effect.condition)),
                effect.adds,
                effect.deletes,
            )
    for rule in domain.derived:
        yield RelaxedStep(None, rule.parameters, rule.body, (rule.head,), ())
