"""Schemas as queries: the same applicable actions and changes as by definition."""

from __future__ import annotations

from itertools import product

import pytest

from introplan.relational.action import changes
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Literal
from introplan.relational.grounding import NounVocabulary
from introplan.relational.query import Facts
from introplan.relational.schemas import compiled_schema
from random_tasks import random_task


@pytest.mark.parametrize("seed", range(40))
def test_a_compiled_schema_does_what_the_definition_says(seed: int) -> None:
    """At the start of random tasks, for all objects in place of the parameters."""
    task = random_task(seed)
    state = closed(task.domain, task.start)
    moments = Moments(state.objects, state.facts)
    facts = Facts((f.predicate, *f.terms) for f in state.facts)
    for schema in task.domain.actions:
        compiled = compiled_schema(schema, NounVocabulary(state.objects))
        expected = []
        for choice in product(*(state.objects.of(v.types) for v in schema.parameters)):
            binding = dict(zip(schema.parameters, choice, strict=True))
            if not holds(schema.precondition, moments, binding):
                assert not compiled.is_applicable(facts, choice)
                continue
            expected.append(choice)
            adds, deletes = changes(schema, binding, moments)
            added, deleted = compiled.changes(facts, choice)
            assert {Literal(row[0], row[1:]) for row in added} == adds - state.facts
            assert {Literal(row[0], row[1:]) for row in deleted} == (deletes - adds) & state.facts
        assert compiled.applicable(facts) == expected
        assert compiled.has_more_than(0, facts) == bool(expected)
