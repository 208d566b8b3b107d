"""Two thousand random worlds for each change that must not change the answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import patch

import pytest

import introplan as ip
from introplan.relational.domain import Task
from oracle import oracle
from random_tasks import random_task
from reliability.contestants import Contestant
from reliability.metamorphic import (
    COMPLETE,
    RELATIONS,
    Relation,
    Trial,
    is_no_harder,
    is_still_solvable,
    relation_named,
    report,
    violation,
)

TASKS, CHUNK = 2_300, 100

Property = Callable[[str, object], None]


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(TASKS // CHUNK))
def test_answers_stay_as_the_relations_say(chunk: int, record_property: Property) -> None:
    """Planners take turns; failures come as small tests."""
    applied = dict.fromkeys((relation.name for relation in RELATIONS), 0)
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        task, contestant = random_task(seed), COMPLETE[seed % len(COMPLETE)]
        trial = Trial.of(task, contestant, seed)
        for relation in RELATIONS:
            changed = trial.changed(relation)
            if changed is not None:
                applied[relation.name] += 1
                if trial.violation(relation, changed) is not None:
                    pytest.fail(report(relation, task, contestant, seed=seed), pytrace=False)
    for name, count in applied.items():
        record_property(name, count)
    assert all(applied.values())


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.name)
def test_a_change_changes_something_and_nothing_else(relation: Relation) -> None:
    """The whole truth about the changed task bears the relation out, planners aside."""
    changes = 0
    for seed in range(25):
        task = random_task(seed)
        changed = relation.change(task, random.Random(seed))
        if changed is not None:
            changes += changed != task
            before, after = oracle(task), oracle(changed)
            assert after.solvable or not before.solvable, seed
            if relation.complaint not in (is_no_harder, is_still_solvable):
                assert before.steps == after.steps, seed
    assert (changes == 0) == (relation.name == "written and read")


def test_a_planner_that_goes_by_names_is_found_out() -> None:
    """One that never sees the action called a2: other names, other answers."""
    honest = Contestant.answer

    def prejudiced(self: Contestant, task: Task, *, seed: int = 0) -> ip.PlanResult:
        seen = tuple(schema for schema in task.domain.actions if schema.name != "a2")
        return honest(self, replace(task, domain=replace(task.domain, actions=seen)), seed=seed)

    relation, contestant = relation_named("schemas renamed"), COMPLETE[0]
    with patch.object(Contestant, "answer", prejudiced):
        wrong = [
            seed
            for seed in range(40)
            if violation(relation, random_task(seed), contestant, seed=seed) is not None
        ]
        text = report(relation, random_task(wrong[0]), contestant, seed=wrong[0])

    assert len(wrong) > 3
    assert "relation_named('schemas renamed')" in text
